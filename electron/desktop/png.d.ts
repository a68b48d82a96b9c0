/** An image as a data URL, so that it is found wherever the program is packed. */
declare module '*.png?inline' {
  const url: string;
  // eslint-disable-next-line no-restricted-exports -- how the bundler gives a file
  export default url;
}

/** An image as a data URL, independent of where the program is packaged. */
declare module '*.png?inline' {
  const url: string;
  // oxlint-disable-next-line no-restricted-exports -- the bundler's form of a file
  export default url;
}

/** The text of a file bundled for a worker thread, from the Vite plugin `build/worker-text.ts`. */
declare module '*?worker-text' {
  const text: string;
  export { text as default };
}

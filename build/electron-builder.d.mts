/** What is in the packaged application and how it is packed. */
declare const configuration: {
  /** Fuses by their names in electron-builder; true where the executable may do it. */
  readonly electronFuses: Readonly<Record<string, boolean>>;
};
export default configuration;

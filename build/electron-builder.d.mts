/** The packaged application: its files, and the way it is packed. */
declare const configuration: {
  /** Fuses by their names in electron-builder; true where the executable may do it. */
  readonly electronFuses: Readonly<Record<string, boolean>>;
};
export default configuration;

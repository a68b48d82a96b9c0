/** Part of the configuration: the signature of an application of macOS. */
export function macSigning(variables: { readonly CSC_LINK?: string; readonly CSC_NAME?: string }): {
  readonly identity?: string;
  readonly hardenedRuntime: boolean;
};

/** The packaged application: its files, and the way it is packed. */
declare const configuration: {
  /** Fuses by their names in electron-builder; true where the executable may do it. */
  readonly electronFuses: Readonly<Record<string, boolean>>;
  readonly mac: { readonly identity?: string; readonly hardenedRuntime: boolean };
};
export default configuration;

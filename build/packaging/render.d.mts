/** The facts of `package.json` that manifests name. */
interface Facts {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly author: string;
  /** Name in registries of MCP, which check that the package bears it. */
  readonly mcpName: string;
  readonly homepage: string;
  readonly repository: { readonly url: string };
  readonly bugs: { readonly url: string };
}

/** The manifests by their paths below OUT. Throws where a file of the release has no checksum. */
export function manifests(sums: string, manifest: Facts): Readonly<Record<string, string>>;

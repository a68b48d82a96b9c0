/** A change of the output. */
export interface OutputChange {
  readonly do: 'set' | 'append';
  readonly path: string;
  /** Not checked yet: it may be no JSON. */
  readonly json: string;
}

/** How lines of the protocol begin. */
export const OUTPUT_PREFIX = 'hangar_output:';

const LINE = /^hangar_output:(set|append)(?::(\S*))?(?:[ \t]+(.*))?$/s;

/** Reads `hangar_output:set[:path] JSON` and `hangar_output:append[:path] JSON`; `undefined` for any other line. */
export function readOutputLine(line: string): OutputChange | { readonly problem: string } | undefined {
  if (!line.startsWith(OUTPUT_PREFIX)) return undefined;
  const match = LINE.exec(line);
  if (match === null)
    return { problem: 'it is neither hangar_output:set[:path] JSON nor hangar_output:append[:path] JSON' };
  return { do: match[1] === 'append' ? 'append' : 'set', path: match[2] ?? '', json: match[3] ?? '' };
}

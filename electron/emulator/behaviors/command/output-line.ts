/** A change of a run's output. */
export interface OutputChange {
  readonly do: 'set' | 'append';
  readonly path: string;
  /** Unchecked; may be invalid JSON. */
  readonly json: string;
}

/** Prefix of the lines that change the output. */
export const OUTPUT_PREFIX = 'hangar_output:';

const LINE = /^hangar_output:(set|append)(?::(\S*))?(?:[ \t]+(.*))?$/s;

/** Parses `hangar_output:set[:path] JSON` and `hangar_output:append[:path] JSON`; `undefined` for any other line. */
export function readOutputLine(line: string): OutputChange | { readonly problem: string } | undefined {
  if (!line.startsWith(OUTPUT_PREFIX)) return undefined;
  const match = LINE.exec(line);
  if (match === null) return { problem: 'expected hangar_output:set[:path] JSON or hangar_output:append[:path] JSON' };
  return { do: match[1] === 'append' ? 'append' : 'set', path: match[2] ?? '', json: match[3] ?? '' };
}

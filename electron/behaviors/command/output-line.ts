/** What a line of the output protocol asks for. */
export type OutputLine =
  { readonly do: 'set' | 'append'; readonly path: string; readonly json: string } | { readonly problem: string };

/** How lines of the protocol begin. */
export const OUTPUT_PREFIX = 'hangar_output:';

const LINE = /^hangar_output:(set|append)(?::(\S*))?(?:[ \t]+(.*))?$/s;

/** Reads `hangar_output:set[:path] JSON` and `hangar_output:append[:path] JSON`; `undefined` for any other line. */
export function readOutputLine(line: string): OutputLine | undefined {
  if (!line.startsWith(OUTPUT_PREFIX)) return undefined;
  const match = LINE.exec(line);
  if (match === null)
    return { problem: 'it is neither hangar_output:set[:path] JSON nor hangar_output:append[:path] JSON' };
  const json = match[3] ?? '';
  try {
    JSON.parse(json);
  } catch (error) {
    return { problem: `what follows is not JSON (${error instanceof Error ? error.message : String(error)})` };
  }
  return { do: match[1] === 'append' ? 'append' : 'set', path: match[2] ?? '', json };
}

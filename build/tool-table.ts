import { TOOL_NAMES, TOOLS } from '../test/tools/registry.ts';
import type { Provided } from '../test/tools/tools.ts';

/** The tools of the tests as lines of a table: what was found, fetched and is missing. */
export function toolTable({ found, fetched }: Provided): string[] {
  const rows = TOOL_NAMES.map((name) => {
    const path = found[name];
    const state = path === undefined ? 'missing' : fetched.includes(name) ? 'fetched' : 'found';
    return [name, state, path ?? `for ${TOOLS[name].purpose}: ${TOOLS[name].source}`];
  });
  const width = (column: number): number => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  const widths = [width(0), width(1), 0];
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
}

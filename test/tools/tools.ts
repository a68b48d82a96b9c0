import { type Tool, TOOL_NAMES, type ToolName, TOOLS } from './registry.ts';

/** Paths of the tools that this machine has, by name; one that is absent is missing. */
export type Found = { readonly [Name in ToolName]?: string };

/** Variable by which `npm test` hands what it found to every process, as JSON. */
const VARIABLE = 'HANGAR_TEST_TOOLS';

/** Tools that a process has looked for itself: a runner that is started by hand looks for those that its tests ask for. */
const lookedFor = new Map<ToolName, string | undefined>();

/** Path of a tool, or another word for what was found; `undefined` when it is missing. */
export function toolPath(name: ToolName): string | undefined {
  const given = process.env[VARIABLE];
  // Written by `variablesOf`.
  if (given !== undefined) return (JSON.parse(given) as Found)[name];
  if (!lookedFor.has(name)) lookedFor.set(name, TOOLS[name].find());
  return lookedFor.get(name);
}

/** Reason why tests that need these tools cannot run here; "" when they can. */
export function lackOf(...names: readonly ToolName[]): string {
  return names
    .filter((name) => toolPath(name) === undefined)
    .map(reasonFor)
    .join(', ');
}

/** Reason of the tests that are skipped for want of a tool. */
export function reasonFor(name: ToolName): string {
  return `no ${name}`;
}

/** Variables that hand what was found to a process. */
export function variablesOf(found: Found): Readonly<Record<string, string>> {
  return { [VARIABLE]: JSON.stringify(found) };
}

/** The tools of this machine, and the names of those that were fetched for the tests. */
export interface Provided {
  readonly found: Found;
  readonly fetched: readonly ToolName[];
}

/**
 * Looks for every tool, once, and fetches what is missing where that touches nothing of the system.
 * @param isFetched names the tools to fetch
 * @param tell shows what happens
 */
export async function provideTools(
  isFetched: (name: ToolName) => boolean,
  tell: (line: string) => void,
): Promise<Provided> {
  const found: Partial<Record<ToolName, string>> = {};
  const fetched: ToolName[] = [];
  for (const name of TOOL_NAMES) {
    const tool: Tool = TOOLS[name];
    const there = tool.find();
    const path = there ?? (isFetched(name) ? await tool.fetch?.(tell) : undefined);
    if (path === undefined) continue;
    found[name] = path;
    if (there === undefined) fetched.push(name);
  }
  return { found, fetched };
}

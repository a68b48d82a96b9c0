import type { ToolName } from './registry.ts';

/** Programs that tests may start only where their tool is found, with the name of that tool. */
export const PROGRAMS: Readonly<Record<string, ToolName>>;
/** Names of the tools whose programs a text for a shell starts. */
export function toolsIn(text: string): ToolName[];
/** Name of the tool of a program; `undefined` for one that every machine has, and for other texts. */
export function toolOf(program: string): ToolName | undefined;

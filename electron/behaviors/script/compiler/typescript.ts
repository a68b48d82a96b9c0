import { transformSync } from '@swc/wasm-typescript';
import { parse } from 'acorn';

/** The text with spaces in place of its types, so that lines and columns stay. Throws a SyntaxError that names the place. */
export function stripTypes(text: string, name: string): string {
  try {
    return transformSync(text, { mode: 'strip-only', filename: name }).code;
  } catch (problem) {
    throw isFault(problem) ? problem : new SyntaxError(describe(problem, name));
  }
}

/** True for errors after which the compiler's memory is not in order: a text that is nested too deeply overruns its stack. */
export function isFault(problem: unknown): boolean {
  return problem instanceof RangeError || (problem instanceof Error && problem.name === 'RuntimeError');
}

/** The message of a syntax error that the engine reported without its place, with the place. */
export function locateSyntaxError(text: string, name: string, message: string): string {
  try {
    parse(text, { ecmaVersion: 'latest', sourceType: 'module', allowHashBang: true });
  } catch (error) {
    if (error instanceof SyntaxError && 'loc' in error) {
      const { line, column } = error.loc as { line: number; column: number };
      return `${name}:${line}:${column + 1}: ${message}`;
    }
  }
  return `${name}: ${message}`;
}

/** The compiler throws plain objects. */
function describe(problem: unknown, name: string): string {
  if (typeof problem !== 'object' || problem === null || !('message' in problem)) return `${name}: ${String(problem)}`;
  if (!('startLine' in problem && 'startColumn' in problem)) return `${name}: ${String(problem.message)}`;
  return `${name}:${String(problem.startLine)}:${Number(problem.startColumn) + 1}: ${String(problem.message)}`;
}

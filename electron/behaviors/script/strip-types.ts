import { parse } from 'acorn';

/** Stripped texts that are kept, so that a script's second run finds it done. */
const KEPT = 200;

/** Takes the types out of TypeScript. What is no mere type (`enum`, `namespace`, parameter properties) is refused with its place. */
export class TypeStripper {
  readonly #kept = new Map<string, string>();

  /** The text with spaces in place of its types, so that lines and columns stay. Throws a SyntaxError that names the place. */
  async strip(text: string, name: string): Promise<string> {
    const kept = this.#kept.get(text);
    if (kept !== undefined) return kept;
    const { transformSync } = await loadCompiler();
    let code: string;
    try {
      ({ code } = transformSync(text, { mode: 'strip-only', filename: name }));
    } catch (problem) {
      throw new SyntaxError(describe(problem, name));
    }
    const oldest = this.#kept.keys().next();
    if (this.#kept.size >= KEPT && oldest.done !== true) this.#kept.delete(oldest.value);
    this.#kept.set(text, code);
    return code;
  }

  /** Loads the compiler, which takes some 50 ms once, ahead of its first use. */
  async warm(): Promise<void> {
    await loadCompiler();
  }
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

/** Not loaded before it is needed: it is half of the program's size. */
function loadCompiler() {
  return import('@swc/wasm-typescript');
}

/** The compiler throws plain objects. */
function describe(problem: unknown, name: string): string {
  if (typeof problem !== 'object' || problem === null || !('message' in problem)) return `${name}: ${String(problem)}`;
  if (!('startLine' in problem && 'startColumn' in problem)) return `${name}: ${String(problem.message)}`;
  return `${name}:${String(problem.startLine)}:${Number(problem.startColumn) + 1}: ${String(problem.message)}`;
}

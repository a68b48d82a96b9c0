import { transformSync, type TransformOutput } from '@swc/wasm-typescript';
import { parse } from 'acorn';
import { lengthOf, type CompiledText } from './compiled-text.ts';
import { isJsonObject } from '../../../../../shared/values/json.ts';

/** Characters of a compiled text and its source map: an `enum` grows tenfold. */
const COMPILED_CHARACTERS = 10_000_000;

/** The text with spaces in place of its types; null when it holds more TypeScript than types. Throws a SyntaxError that names the place. */
export function stripTypes(text: string, name: string): string | null {
  try {
    return transformSync(text, { mode: 'strip-only', filename: name }).code;
  } catch (problem) {
    if (isJsonObject(problem) && problem['code'] === 'UnsupportedSyntax') return null;
    throw errorOf(problem, name);
  }
}

/** The text with its `enum`, `namespace` and parameter properties translated too. Throws a SyntaxError that names the place. */
export function rewrite(text: string, name: string): CompiledText {
  const { code, map = '' } = transformed(text, name);
  const compiled = { text: code, map };
  if (lengthOf(compiled) <= COMPILED_CHARACTERS) return compiled;
  throw new SyntaxError(`${name}: compiled, it has more than ${COMPILED_CHARACTERS.toLocaleString('en')} characters`);
}

function transformed(text: string, name: string): TransformOutput {
  try {
    // JavaScript ends lines with all of these, the compiler's source maps with "\n" alone.
    return transformSync(text.replace(/\r\n?/g, '\n'), {
      mode: 'transform',
      filename: name,
      sourceMap: true,
      transform: {
        // Imports stay, used or not, as they do where types are stripped only.
        verbatimModuleSyntax: true,
        tsEnumIsMutable: true,
        importExportAssignConfig: 'NodeNext',
      },
    });
  } catch (problem) {
    throw errorOf(problem, name);
  }
}

/** Says why the compiler's memory is not in order; undefined for errors that leave it so. */
export function faultOf(problem: unknown): string | undefined {
  if (!(problem instanceof RangeError || (problem instanceof Error && problem.name === 'RuntimeError')))
    return undefined;
  // It ends itself when memory is refused; a text that is nested overruns its stack.
  return problem.message === 'unreachable'
    ? 'it takes too much memory, or is a mistake of the compiler'
    : 'it is nested too deeply';
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

function errorOf(problem: unknown, name: string): unknown {
  return faultOf(problem) === undefined ? new SyntaxError(describe(problem, name)) : problem;
}

/** The compiler throws plain objects. */
function describe(problem: unknown, name: string): string {
  if (!isJsonObject(problem)) return `${name}: ${String(problem)}`;
  const { message, startLine, startColumn } = problem;
  if (typeof message !== 'string') return `${name}: ${JSON.stringify(problem)}`;
  if (typeof startLine !== 'number' || typeof startColumn !== 'number') return `${name}: ${message}`;
  return `${name}:${startLine}:${startColumn + 1}: ${message}`;
}

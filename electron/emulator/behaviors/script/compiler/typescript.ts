import { transformSync, type TransformOutput } from '@swc/wasm-typescript';
import { parse } from 'acorn';
import { lengthOf, type CompiledText } from './jobs.ts';
import { isJsonObject, objectOf } from '../../../../../shared/values/json.ts';

/** Maximum length of a compiled text with its source map, in characters. An `enum` grows tenfold. */
const COMPILED_CHARACTERS = 10_000_000;

/** Replaces types by spaces; returns null when the source has other TypeScript than types. Throws a SyntaxError that names the position. */
export function stripTypes(text: string, name: string): string | null {
  try {
    return transformSync(text, { mode: 'strip-only', filename: name }).code;
  } catch (problem) {
    if (isJsonObject(problem) && problem['code'] === 'UnsupportedSyntax') return null;
    throw errorOf(problem, name);
  }
}

/** Compiles a source with `enum`, `namespace` or parameter properties. Throws a SyntaxError that names the position. */
export function rewrite(text: string, name: string, { keepsImports = true } = {}): CompiledText {
  const { code, map = '' } = transformed(text, name, keepsImports);
  const compiled = { text: code, map };
  if (lengthOf(compiled) <= COMPILED_CHARACTERS) return compiled;
  throw new SyntaxError(
    `${name}: the compiled file has more than ${COMPILED_CHARACTERS.toLocaleString('en')} characters`,
  );
}

/** @param keepsImports keeps unused imports, as stripping types does; otherwise those that are used as types only are left out, as bundlers do */
function transformed(text: string, name: string, keepsImports: boolean): TransformOutput {
  try {
    // JavaScript knows all of these line ends, the compiler's source maps only "\n".
    return transformSync(text.replace(/\r\n?/g, '\n'), {
      mode: 'transform',
      filename: name,
      sourceMap: true,
      transform: {
        verbatimModuleSyntax: keepsImports,
        tsEnumIsMutable: true,
        importExportAssignConfig: 'NodeNext',
      },
    });
  } catch (problem) {
    throw errorOf(problem, name);
  }
}

/** Explains an error that leaves the compiler's memory corrupt; `undefined` for other errors. */
export function faultOf(problem: unknown): string | undefined {
  if (!(problem instanceof RangeError || (problem instanceof Error && problem.name === 'RuntimeError')))
    return undefined;
  // The compiler traps when it runs out of memory; nested source overflows its stack.
  return problem.message === 'unreachable'
    ? 'it takes too much memory, or is a mistake of the compiler'
    : 'it is nested too deeply';
}

/** Adds the position to the message of a syntax error that JavaScript reported without one. */
export function locateSyntaxError(text: string, name: string, message: string): string {
  try {
    parse(text, { ecmaVersion: 'latest', sourceType: 'module', allowHashBang: true });
  } catch (error) {
    if (error instanceof SyntaxError && 'loc' in error) {
      const { line, column } = objectOf(error.loc);
      return `${name}:${Number(line)}:${Number(column) + 1}: ${message}`;
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

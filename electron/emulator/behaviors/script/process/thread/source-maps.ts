import { SourceMap, type SourceMapPayload } from 'node:module';
import { parseOwnJson } from '../../../../../../shared/values/json.ts';

type PrepareStackTrace = (error: Error, frames: []) => unknown;

/** Maps positions in compiled modules to the author's source, in all stacks of this thread. */
export class SourceMaps {
  /** Source maps by module name, parsed on first use. */
  readonly #maps = new Map<string, SourceMap | string>();
  #places = /(?!)/;

  /** @param map JSON text */
  add(name: string, map: string): void {
    if (this.#maps.size === 0) this.#mapStacks();
    this.#maps.set(name, map);
    this.#places = placesIn([...this.#maps.keys()]);
  }

  /** Maps the positions in a line of a stack or in a message. */
  original(text: string): string {
    return text.replace(this.#places, (_, name: string, line: string, column: string) => {
      const entry = this.#mapOf(name).findEntry(Number(line) - 1, Number(column) - 1);
      return 'originalLine' in entry ? `${name}:${entry.originalLine + 1}:${entry.originalColumn + 1}` : name;
    });
  }

  #mapOf(name: string): SourceMap {
    const known = this.#maps.get(name) ?? '{}';
    if (typeof known !== 'string') return known;
    const map = new SourceMap(parseOwnJson<SourceMapPayload>(known));
    this.#maps.set(name, map);
    return map;
  }

  /** Maps the positions in stacks. Errors print otherwise unchanged. */
  #mapStacks(): void {
    const stacks: { readonly prepareStackTrace?: PrepareStackTrace } = Error;
    const before = stacks.prepareStackTrace;
    Error.prepareStackTrace = (error: Error, frames: readonly unknown[]) => {
      // Without frames, the previous function returns only the header. Older versions of Node have none.
      const header = before === undefined ? Error.prototype.toString.call(error) : String(before(error, []));
      return [header, ...frames.map((frame) => this.original(String(frame)))].join('\n    at ');
    };
  }
}

/** Matches `name:line:column` after a space or a parenthesis, as in stacks. */
function placesIn(names: readonly string[]): RegExp {
  const longestFirst = [...names].sort((a, b) => b.length - a.length);
  const any = longestFirst.map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|');
  return new RegExp(`(?<![^\\s(])(${any}):(\\d+):(\\d+)`, 'g');
}

import { SourceMap, type SourceMapPayload } from 'node:module';

type PrepareStackTrace = (error: Error, frames: []) => unknown;

/** Leads places in compiled modules back to the author's text, in every stack of this thread once there is such a module. */
export class SourceMaps {
  /** By the module's name; read when the first place is asked for. */
  readonly #maps = new Map<string, SourceMap | string>();
  #places = /(?!)/;

  /** @param map JSON text */
  add(name: string, map: string): void {
    if (this.#maps.size === 0) this.#mapStacks();
    this.#maps.set(name, map);
    this.#places = placesIn([...this.#maps.keys()]);
  }

  /** The line of a stack, or a message, with the places in it that the author knows. */
  original(text: string): string {
    return text.replace(this.#places, (_, name: string, line: string, column: string) => {
      const entry = this.#mapOf(name).findEntry(Number(line) - 1, Number(column) - 1);
      return 'originalLine' in entry ? `${name}:${entry.originalLine + 1}:${entry.originalColumn + 1}` : name;
    });
  }

  #mapOf(name: string): SourceMap {
    const known = this.#maps.get(name) ?? '{}';
    if (typeof known !== 'string') return known;
    const map = new SourceMap(JSON.parse(known) as SourceMapPayload);
    this.#maps.set(name, map);
    return map;
  }

  /** Errors print as they did before, but for their places. */
  #mapStacks(): void {
    const stacks: { readonly prepareStackTrace?: PrepareStackTrace } = Error;
    const before = stacks.prepareStackTrace;
    Error.prepareStackTrace = (error: Error, frames: readonly unknown[]) => {
      // Without frames it is the header alone; older versions of Node have no function of their own here.
      const header = before === undefined ? Error.prototype.toString.call(error) : String(before(error, []));
      return [header, ...frames.map((frame) => this.original(String(frame)))].join('\n    at ');
    };
  }
}

/** Finds `name:line:column` where a stack has it: after a space or a parenthesis. */
function placesIn(names: readonly string[]): RegExp {
  const longestFirst = [...names].sort((a, b) => b.length - a.length);
  const any = longestFirst.map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|');
  return new RegExp(`(?<![^\\s(])(${any}):(\\d+):(\\d+)`, 'g');
}

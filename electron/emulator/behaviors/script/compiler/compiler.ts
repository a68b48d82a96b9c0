import { lengthOf, type CompiledText } from './jobs.ts';
import { CompilerThread } from './compiler-thread.ts';

/** Maximum length of a source in characters, which takes about 200 ms. */
const TEXT_CHARACTERS = 2_000_000;
/** Maximum length of a source that has to be rewritten, in characters. Most take about 150 ms. */
const REWRITTEN_CHARACTERS = 500_000;
/** Size of the cache of compiled sources, in characters. */
const CACHE_CHARACTERS = 10_000_000;

/** Beginning of keys of texts that were compiled as bundlers do. */
const BUNDLED = '\0';

/** Compiles TypeScript to JavaScript in threads, with a cache. */
export class Compiler {
  readonly #cache = new Map<string, CompiledText>();
  #cacheCharacters = 0;
  readonly #stripping = new CompilerThread();
  /** A separate thread, because rewriting takes longer. */
  readonly #rewriting = new CompilerThread();

  /** The result for a source that was compiled before. */
  known(text: string): CompiledText | undefined {
    return this.#cache.get(text);
  }

  /** Compiles a source. Rejects with a SyntaxError that names the position. @param bundled leaves out imports that are used as types only */
  async compile(text: string, name: string, bundled = false): Promise<CompiledText> {
    const key = bundled ? `${BUNDLED}${text}` : text;
    const cached = this.#cache.get(key);
    if (cached !== undefined) return cached;
    checkLength(text, name, TEXT_CHARACTERS, 'TypeScript');
    const stripped = bundled ? null : await this.#stripping.do({ do: 'strip', text, name });
    const compiled = stripped === null ? await this.#rewrite(text, name, bundled) : { text: stripped };
    this.#addToCache(key, compiled);
    return compiled;
  }

  /** Adds the position to the message of a syntax error that JavaScript reported without one. */
  async locate(text: string, name: string, message: string): Promise<string> {
    if (text.length > TEXT_CHARACTERS) return `${name}: ${message}`;
    return this.#stripping.do({ do: 'locate', text, name, message });
  }

  /** Loads the compiler before its first use. */
  async warm(): Promise<void> {
    await this.#stripping.do({ do: 'strip', text: '', name: '' });
  }

  async close(): Promise<void> {
    await Promise.all([this.#stripping.close(), this.#rewriting.close()]);
  }

  async #rewrite(text: string, name: string, bundled: boolean): Promise<CompiledText> {
    checkLength(text, name, REWRITTEN_CHARACTERS, 'TypeScript with an enum, a namespace or parameter properties');
    return this.#rewriting.do({ do: bundled ? 'bundle' : 'rewrite', text, name });
  }

  #addToCache(text: string, compiled: CompiledText): void {
    if (this.#cache.has(text)) return;
    this.#cache.set(text, compiled);
    this.#cacheCharacters += text.length + lengthOf(compiled);
    for (const [oldText, old] of this.#cache) {
      if (this.#cacheCharacters <= CACHE_CHARACTERS) return;
      this.#cache.delete(oldText);
      this.#cacheCharacters -= oldText.length + lengthOf(old);
    }
  }
}

function checkLength(text: string, name: string, most: number, kind: string): void {
  if (text.length <= most) return;
  throw new SyntaxError(`${name}: a file of ${kind} may have at most ${most.toLocaleString('en')} characters`);
}

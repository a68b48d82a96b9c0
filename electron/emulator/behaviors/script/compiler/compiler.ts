import { lengthOf, type CompiledText } from './compiled-text.ts';
import { CompilerThread } from './compiler-thread.ts';

/** The longest text, in characters: it takes some 200 ms. */
const TEXT_CHARACTERS = 2_000_000;
/** The longest text that is rewritten: most take some 150 ms, the worst that can be made as long as a job may. */
const REWRITTEN_CHARACTERS = 500_000;
/** Characters of compiled texts that are kept, so that a script's second run finds it done. */
const KEPT_CHARACTERS = 10_000_000;

/** Compiles TypeScript to JavaScript, in threads of its own. */
export class Compiler {
  readonly #kept = new Map<string, CompiledText>();
  #keptCharacters = 0;
  readonly #stripping = new CompilerThread();
  /** Takes longer, and apart from the other keeps only its like waiting. */
  readonly #rewriting = new CompilerThread();

  /** The text as JavaScript. Rejects with a SyntaxError that names the place. */
  async compile(text: string, name: string): Promise<CompiledText> {
    const kept = this.#kept.get(text);
    if (kept !== undefined) return kept;
    checkLength(text, name, TEXT_CHARACTERS, 'TypeScript');
    const stripped = await this.#stripping.do({ do: 'strip', text, name });
    const compiled = stripped === null ? await this.#rewrite(text, name) : { text: stripped };
    this.#keep(text, compiled);
    return compiled;
  }

  /** The message of a syntax error that the engine reported without its place, with the place. */
  async locate(text: string, name: string, message: string): Promise<string> {
    if (text.length > TEXT_CHARACTERS) return `${name}: ${message}`;
    return this.#stripping.do({ do: 'locate', text, name, message });
  }

  /** Loads the compiler ahead of its first use. */
  async warm(): Promise<void> {
    await this.#stripping.do({ do: 'strip', text: '', name: '' });
  }

  async close(): Promise<void> {
    await Promise.all([this.#stripping.close(), this.#rewriting.close()]);
  }

  async #rewrite(text: string, name: string): Promise<CompiledText> {
    checkLength(text, name, REWRITTEN_CHARACTERS, 'TypeScript with an enum, a namespace or parameter properties');
    return this.#rewriting.do({ do: 'rewrite', text, name });
  }

  #keep(text: string, compiled: CompiledText): void {
    if (this.#kept.has(text)) return;
    this.#kept.set(text, compiled);
    this.#keptCharacters += text.length + lengthOf(compiled);
    for (const [oldText, old] of this.#kept) {
      if (this.#keptCharacters <= KEPT_CHARACTERS) return;
      this.#kept.delete(oldText);
      this.#keptCharacters -= oldText.length + lengthOf(old);
    }
  }
}

function checkLength(text: string, name: string, most: number, kind: string): void {
  if (text.length <= most) return;
  throw new SyntaxError(`${name}: a file of ${kind} may have at most ${most.toLocaleString('en')} characters`);
}

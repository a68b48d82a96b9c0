import type { RunContext } from '../engine/context/behavior-port.ts';

/** Errors of SDKs that find nothing of their run in the environment; the last one has the name of a variable. */
const LOST =
  /\bexpected an api host\b|\bresources version unsupported\b|\b([A-Z][A-Z0-9]{0,29})_(?:API_HOST|RESOURCES_VERSION)\b/;
/** The package in the stack of such an error. */
const PACKAGE = /\bnode_modules[/\\]@?([a-z][a-z0-9]{0,29})[/\\]/;
/** Maximum length of a text that is searched, in characters. */
const SEARCHED = 10_000;

/** Names the setting `sdk` in the log of a run, once, when its program speaks an SDK and the setting is not set. */
export class SdkHint {
  readonly #context: Pick<RunContext, 'log' | 'metadata'>;
  #isDone = false;

  constructor(context: Pick<RunContext, 'log' | 'metadata'>) {
    this.#context = context;
  }

  /** Notes that the program printed a line of an SDK. @param word the vendor's, as in `acme_output_set` */
  printed(word: string): void {
    if (word !== 'hangar') this.#write(word, 'prints lines of an SDK');
  }

  /** Notes a text of the program's errors. */
  failed(text: string): void {
    if (this.#isDone) return;
    const part = text.slice(0, SEARCHED);
    const found = LOST.exec(part);
    if (found === null) return;
    const word = found[1]?.toLowerCase() ?? PACKAGE.exec(part)?.[1];
    this.#write(word, 'uses an SDK that does not find its run');
  }

  #write(word: string | undefined, what: string): void {
    if (this.#isDone) return;
    this.#isDone = true;
    if (this.#context.metadata.sdk !== undefined) return;
    const value = word === undefined ? 'the word of the SDK, such as "acme"' : `"${word}"`;
    const names =
      word === undefined
        ? 'ACME_API_HOST, ACME_TOKEN'
        : ['API_HOST', 'TOKEN'].map((name) => `${word.toUpperCase()}_${name}`).join(', ');
    this.#context.log(
      'warning',
      `The program ${what}, and settings.sdk is not set. Set it to ${value}, so that programs find ${names} and the rest.`,
    );
  }
}

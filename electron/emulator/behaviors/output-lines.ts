import { CHUNK_CHARACTERS } from './limits.ts';
import { readOutputPath, type OutputPath } from './output-path.ts';
import { quoteForMessage } from '../../../shared/values/messages.ts';

/** A change of a run's output. */
export interface OutputChange {
  readonly do: 'set' | 'append';
  /** The word at the beginning of the line. */
  readonly word: string;
  /** Keys joined by dots in the older form. */
  readonly path: OutputPath | string;
  /** Unchecked; may be invalid JSON. */
  readonly json: string;
}

/** The meaning of a line: a change of the output, a problem, or part of a line that is not complete yet. */
interface ReadLine {
  readonly change?: OutputChange;
  /** The reason why the line has no effect. */
  readonly problem?: string;
  /** True when the line itself belongs in the log. Lines of the older form do not. */
  readonly isLogged: boolean;
}

const LINE = /^([A-Za-z][A-Za-z0-9]{0,29})_(?:output(_set|_append)?(?=[: \t]|$)|(chunk|chunk_end):)/;
const CHUNK_LINE = /^[A-Za-z0-9]+_chunk/;
/** The form of the first Hangars. */
const OLDER_PREFIX = 'hangar_output:';
const OLDER_LINE = /^hangar_output:(set|append)(?::(\S*))?(?:[ \t]+(.*))?$/s;
/** The rest of a line in the form of older SDKs, which appends to a list by its name. */
const NAMED = /^(?::([^\s:]+))?[ \t]+(.*)$/s;
const CHUNK = /^(\S+)(?: (.*))?$/s;

/** Memory of a chunk in addition to its text, in characters. */
const CHUNK_OVERHEAD = 100;

/** Maximum number of incomplete chunks that the log names. */
const MAX_LISTED = 20;

const LOGGED: ReadLine = { isLogged: true };

/** True for the start of a line that must not be split. */
export function isOutputLine(start: string): boolean {
  return LINE.test(start);
}

/** Reads the lines of a program's standard output, in order. Source: docs/task-runtime.md, "Set outputs by lines". */
export class OutputLines {
  /** Texts of incomplete chunks, by word and key. */
  readonly #open = new Map<string, string[]>();
  #characters = 0;

  /** Reads a whole line, without its line end. Throws an Error when the open chunks exceed their limit. */
  read(line: string): ReadLine {
    const match = LINE.exec(line);
    if (match === null) return LOGGED;
    const [start, word = '', , chunk] = match;
    const rest = line.slice(start.length);
    if (chunk === undefined) return readOutput(line);
    return chunk === 'chunk' ? this.#add(word, rest) : this.#join(word, rest);
  }

  /** The problems of incomplete chunks: the first ones individually, then their number. */
  end(): string[] {
    const names = [...this.#open.keys()];
    const listed = names
      .slice(0, MAX_LISTED)
      .map((name) => `The line of ${quoteForMessage(name, 200)} has no end, so it was ignored.`);
    const more = names.length - listed.length;
    return more === 0 ? listed : [...listed, `${more} further lines of chunks have no end, so they were ignored.`];
  }

  #add(word: string, rest: string): ReadLine {
    const [, key, text = ''] = CHUNK.exec(rest) ?? [];
    if (key === undefined) return { isLogged: true, problem: `expected ${word}_chunk:KEY TEXT` };
    const name = nameOf(word, key);
    const texts = this.#open.get(name) ?? [];
    this.#open.set(name, texts);
    texts.push(text);
    this.#characters += text.length + CHUNK_OVERHEAD + (texts.length === 1 ? name.length : 0);
    if (this.#characters > CHUNK_CHARACTERS)
      throw new Error(`the chunks without an end take more than ${CHUNK_CHARACTERS / 1_000_000} MB`);
    return LOGGED;
  }

  #join(word: string, rest: string): ReadLine {
    const name = nameOf(word, rest.trimEnd());
    const texts = this.#open.get(name);
    if (texts === undefined)
      return { isLogged: true, problem: `there is no ${word}_chunk line with the key of this end` };
    this.#open.delete(name);
    this.#characters -= texts.reduce((sum, { length }) => sum + length + CHUNK_OVERHEAD, name.length);
    const whole = texts.join('');
    const isOutput = LINE.test(whole) && !CHUNK_LINE.test(whole);
    return isOutput
      ? readOutput(whole)
      : { isLogged: true, problem: 'the joined chunks are not a line that sets an output' };
  }
}

function nameOf(word: string, key: string): string {
  return `${word}_chunk:${key}`;
}

/** Reads a line that sets an output, in any form. */
function readOutput(line: string): ReadLine {
  return line.startsWith(OLDER_PREFIX) ? readOlderLine(line) : readOutputLine(line);
}

/** Reads a line with `word_output_set`, `word_output_append` or, in the form of older SDKs, `word_output`. */
function readOutputLine(line: string): ReadLine {
  const [start = '', word = '', form] = LINE.exec(line) ?? [];
  const rest = line.slice(start.length);
  if (form === undefined) return readNamed(word, rest);
  const read = rest.startsWith(':') ? readOutputPath(rest.slice(1)) : { path: [], rest };
  if ('problem' in read) return { isLogged: true, problem: read.problem };
  return changeOf({ do: form === '_append' ? 'append' : 'set', word, path: read.path, json: read.rest.trim() });
}

/** Reads the rest of `word_output JSON` or `word_output:NAME JSON`. */
function readNamed(word: string, rest: string): ReadLine {
  const [whole, name = 'output', json = ''] = NAMED.exec(rest) ?? [];
  if (whole === undefined)
    return {
      isLogged: true,
      problem: `expected ${word}_output_set JSON, ${word}_output_append JSON or ${word}_output:NAME JSON`,
    };
  return changeOf({ do: 'append', word, path: [name], json: json.trim() });
}

function changeOf(change: OutputChange): ReadLine {
  return change.json === '' ? { isLogged: true, problem: 'it has no value' } : { isLogged: true, change };
}

/** Reads `hangar_output:set[:path] JSON` and `hangar_output:append[:path] JSON`. */
function readOlderLine(line: string): ReadLine {
  const [whole, what, path = '', json = ''] = OLDER_LINE.exec(line) ?? [];
  if (whole === undefined)
    return { isLogged: false, problem: 'expected hangar_output:set[:path] JSON or hangar_output:append[:path] JSON' };
  return { isLogged: false, change: { do: what === 'append' ? 'append' : 'set', word: 'hangar', path, json } };
}

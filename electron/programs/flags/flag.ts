/**
 * Definition of a flag: parsing, environment variable, check, help and the table in the documentation are derived from it.
 * Its name is its key in the table, `inMemory` for `--in-memory`.
 */
export interface Flag<Value> {
  readonly short?: string;
  /** Placeholder of the value in the help; "" for a switch, which takes none. */
  readonly metavar: string;
  readonly repeatable: boolean;
  /** Default, in words. */
  readonly defaultText: string;
  readonly help: string;
  /** Field of the request that the value becomes, by which the server names it: "timeoutSeconds". The flag's name when absent. */
  readonly field?: string;
  /** Parses all given texts, in order; none when the flag is missing. Throws `UsageError`. */
  readonly read: (texts: readonly string[]) => Value;
}

/** A wrong flag or value; the caller adds the flag's name to the message. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Flags by name. */
export type FlagTable = Readonly<Record<string, Flag<unknown>>>;
/** Values of a table of flags. */
export type FlagValues<Table extends FlagTable> = {
  readonly [Name in keyof Table]: Table[Name] extends Flag<infer Value> ? Value : never;
};

interface FlagDescription {
  readonly short?: string;
  readonly metavar: string;
  /** "none" when absent. */
  readonly defaultText?: string;
  readonly help: string;
  readonly field?: string;
}

/** Creates a switch. */
export function toggle(help: string): Flag<boolean> {
  return {
    metavar: '',
    repeatable: false,
    defaultText: 'off',
    help,
    read: (texts) => readSwitch(texts.at(-1) ?? 'false'),
  };
}

/** Creates a flag with one value; the last one given wins. */
export function single<Value>(described: FlagDescription, read: (text: string) => Value): Flag<Value | undefined> {
  return {
    defaultText: 'none',
    ...described,
    repeatable: false,
    read: (texts) => (texts.length === 0 ? undefined : read(texts.at(-1) ?? '')),
  };
}

/** Creates a flag whose value is one of some words. */
export function choice<const Word extends string>(
  words: readonly Word[],
  described: Omit<FlagDescription, 'metavar'>,
): Flag<Word | undefined> {
  return single({ metavar: words.join('|'), ...described }, (text) => {
    const word = words.find((known) => known === text);
    if (word !== undefined) return word;
    const list = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(words);
    throw new UsageError(`must be ${list}, not "${text}"`);
  });
}

/** Creates a flag that may be given several times. */
export function list<Value>(described: FlagDescription, read: (text: string) => Value): Flag<readonly Value[]> {
  return { defaultText: 'none', ...described, repeatable: true, read: (texts) => texts.map(read) };
}

function readSwitch(text: string): boolean {
  if (text === '1' || text === 'true') return true;
  if (text === '0' || text === 'false') return false;
  throw new UsageError(`must be 1, true, 0 or false, not "${text}"`);
}

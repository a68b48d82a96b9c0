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
  readonly defaultText: string;
  readonly help: string;
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
    ...described,
    repeatable: false,
    read: (texts) => (texts.length === 0 ? undefined : read(texts.at(-1) ?? '')),
  };
}

/** Creates a flag that may be given several times. */
export function list<Value>(described: FlagDescription, read: (text: string) => Value): Flag<readonly Value[]> {
  return { ...described, repeatable: true, read: (texts) => texts.map(read) };
}

function readSwitch(text: string): boolean {
  if (text === '1' || text === 'true') return true;
  if (text === '0' || text === 'false') return false;
  throw new UsageError(`must be 1, true, 0 or false, not "${text}"`);
}

/**
 * A flag of a program as a value: parsing, environment variable, check, help and the table of the documentation are
 * readers of it. Its name is its key in the table, `inMemory` for `--in-memory`.
 */
export interface Flag<Value> {
  readonly short?: string;
  /** What stands for its value in the help; "" for a switch, which takes none. */
  readonly metavar: string;
  readonly repeatable: boolean;
  /** What holds when it is not given, in words. */
  readonly defaultText: string;
  readonly help: string;
  /** The value of all texts that were given, in order; none when the flag was not. Throws `UsageError`. */
  readonly read: (texts: readonly string[]) => Value;
}

/** A wrong flag or value; the message says what is wrong but not in which flag. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Flags by name. */
export type FlagTable = Readonly<Record<string, Flag<unknown>>>;
/** What a table of flags gives when it is read. */
export type FlagValues<Table extends FlagTable> = {
  readonly [Name in keyof Table]: Table[Name] extends Flag<infer Value> ? Value : never;
};

interface FlagDescription {
  readonly short?: string;
  readonly metavar: string;
  readonly defaultText: string;
  readonly help: string;
}

/** A flag that is on or off. */
export function toggle(help: string): Flag<boolean> {
  return {
    metavar: '',
    repeatable: false,
    defaultText: 'off',
    help,
    read: (texts) => readSwitch(texts.at(-1) ?? 'false'),
  };
}

/** A flag with one value; given twice, the last one holds. */
export function single<Value>(described: FlagDescription, read: (text: string) => Value): Flag<Value | undefined> {
  return {
    ...described,
    repeatable: false,
    read: (texts) => (texts.length === 0 ? undefined : read(texts.at(-1) ?? '')),
  };
}

/** A flag that may be given several times. */
export function list<Value>(described: FlagDescription, read: (text: string) => Value): Flag<readonly Value[]> {
  return { ...described, repeatable: true, read: (texts) => texts.map(read) };
}

function readSwitch(text: string): boolean {
  if (text === '1' || text === 'true') return true;
  if (text === '0' || text === 'false') return false;
  throw new UsageError(`must be 1, true, 0 or false, not "${text}"`);
}

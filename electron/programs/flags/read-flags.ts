import { parseArgs } from 'node:util';
import { nearestOf } from '../../../shared/expression/suggestion.ts';
import { type Field, type Fields, UsageError, valueOf, type Values } from './field.ts';

/** Environment variables, as `process.env`. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** Converts `inMemory` to `--in-memory`. */
export function flagName(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** Variables not named after their flags: in commands of tasks, `HANGAR_NOW` is the time of the start. */
const VARIABLES: Readonly<Record<string, string>> = { now: 'HANGAR_CLOCK_NOW' };

/** Converts `inMemory` to `HANGAR_IN_MEMORY`. */
export function variableName(name: string): string {
  return VARIABLES[name] ?? `HANGAR_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

/** Parses a program's flags from arguments and variables; arguments take precedence. Throws `UsageError` with one line. */
export function readFlags<Table extends Fields>(
  table: Table,
  args: readonly string[],
  variables: Variables,
): Values<Table> {
  return flagValues(table, givenTexts(table, args), variables);
}

/** Parses the flags of a table from their texts, by name, and from variables. Throws `UsageError` with one line. */
export function flagValues<Table extends Fields>(
  table: Table,
  given: ReadonlyMap<string, readonly string[]>,
  variables: Variables,
): Values<Table> {
  const values = Object.entries(table).map(([name, flag]) => {
    const texts = given.get(name);
    if (texts !== undefined) return [name, readNamed(flagName(name), flag, texts)];
    return [name, readNamed(variableName(name), flag, variableTexts(flag, variables[variableName(name)]))];
  });
  // The values have the keys of the table.
  return Object.fromEntries(values) as Values<Table>;
}

/** Separates positional arguments from flags; the table says which flags take a value. */
export function splitArguments(table: Fields, args: readonly string[]): { flags: string[]; others: string[] } {
  const positional = tokensOf(table, args).filter(({ kind }) => kind === 'positional');
  const places = new Set(positional.map(({ index }) => index));
  return {
    flags: args.filter((_argument, index) => !places.has(index)),
    others: args.filter((_argument, index) => places.has(index)),
  };
}

/** An empty variable counts as missing: shells and build systems set those. */
function variableTexts(flag: Field, text: string | undefined): string[] {
  if (text === undefined || text === '') return [];
  if (!flag.isRepeatable) return [text];
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Parses the value of a field from its texts. Throws `UsageError` that begins with its name. */
export function readNamed(shown: string, flag: Field, texts: readonly string[]): unknown {
  try {
    return valueOf(flag, texts);
  } catch (error) {
    if (error instanceof UsageError) throw new UsageError(`${shown} ${error.message}`);
    throw error;
  }
}

/** The texts given for each flag on the command line, by its name. */
export function givenTexts(table: Fields, args: readonly string[]): Map<string, string[]> {
  const names = new Map(Object.keys(table).map((name) => [flagName(name).slice(2), name]));
  const given = new Map<string, string[]>();
  for (const token of tokensOf(table, args)) {
    if (token.kind === 'positional') throw new UsageError(`unexpected argument "${token.value}"`);
    if (token.kind === 'option-terminator') continue;
    const name = names.get(token.name);
    const flag = name === undefined ? undefined : table[name];
    if (name === undefined || flag === undefined) throw unknownFlag(token.rawName, [...names.keys()]);
    given.set(name, [...(given.get(name) ?? []), textOf(flag, token)]);
  }
  return given;
}

function textOf(flag: Field, token: { rawName: string; value: string | undefined }): string {
  if (token.value !== undefined) return token.value;
  if (flag.metavar === '') return 'true';
  throw new UsageError(`${token.rawName} needs a value: ${token.rawName} ${flag.metavar}`);
}

function tokensOf(table: Fields, args: readonly string[]) {
  const options = Object.fromEntries(
    Object.entries(table).map(([name, { metavar, short }]) => [
      flagName(name).slice(2),
      { type: metavar === '' ? 'boolean' : 'string', ...(short === undefined ? {} : { short }) } as const,
    ]),
  );
  // Not strict: the checks above have better messages.
  return parseArgs({ args: [...args], options, strict: false, tokens: true }).tokens;
}

function unknownFlag(shown: string, known: readonly string[]): UsageError {
  const wanted = shown.replace(/^-+/, '');
  const near = nearestOf(wanted, known) ?? known.find((name) => name.startsWith(wanted) || wanted.startsWith(name));
  return new UsageError(`unknown flag ${shown}${near === undefined ? '; see --help' : `; did you mean --${near}?`}`);
}

import { z } from 'zod';
import { ApiError } from '../../../shared/http/errors.ts';
import type { ExitReason } from '../../emulator/host/start-error.ts';
import type { Hangar } from '../client/hangar.ts';
import { type Field, type Fields, UsageError, type Values } from '../flags/field.ts';
import { CLIENT_FLAGS, type ClientFlags } from '../flags/flags.ts';
import { flagName, flagValues, givenTexts, readNamed, splitArguments, type Variables } from '../flags/read-flags.ts';
import { createOutput, type Output, printDiagnostic, type Table, type Writer } from '../output/output.ts';

/** A command for help, completion and documentation. */
export interface CommandFacts {
  /** Description in one sentence, without a full stop. */
  readonly summary: string;
  /** A command line as an example. */
  readonly example: string;
  /** Programs serve; clients connect to a running Hangar; local commands need none. */
  readonly kind: 'program' | 'client' | 'local';
  /** Arguments after the name: `TASK [name=value …]`; "" for none. */
  readonly usage: string;
  /** Flags in addition to those of its group, by their names. */
  readonly flags: Fields;
  /** The first argument, for completion; absent for none. */
  readonly operand?: Field | undefined;
}

/** A command, ready to parse. */
export interface Command extends CommandFacts {
  readonly kind: 'client' | 'local';
  /** Parses the arguments after the name. Throws `UsageError`. Returns the call. */
  readonly read: (name: string, args: readonly string[], variables: Variables) => CommandCall;
}

/** A parsed command line, ready to run. */
export type CommandCall = (surroundings: Surroundings) => Promise<ExitReason>;

/** The environment of a call. */
interface Surroundings {
  readonly stdout: Writer;
  readonly stderr: Writer;
  readonly variables: Variables;
  /** All commands by name. */
  readonly commands: Readonly<Record<string, CommandFacts>>;
}

/** Means of a command. */
export interface CommandContext extends Pick<Surroundings, 'commands'> {
  readonly out: Output;
  /** Finds the running Hangar. */
  readonly hangar: () => Promise<Hangar>;
}

/** The table of fields of a command without any. */
type NoFields = Readonly<Record<string, never>>;

interface Declaration<Own extends Fields> extends Pick<CommandFacts, 'summary' | 'example'> {
  /** `client` when absent. */
  readonly kind?: Command['kind'];
  /** Arguments by their places in the order of the command line, and flags. The names are those of the server. */
  readonly fields?: Own;
}

interface CommandDeclaration<Own extends Fields> extends Declaration<Own> {
  /** Does the work. Returns a reason for an exit code other than 0. */
  readonly run: (context: CommandContext, input: Values<Own>) => Promise<ExitReason | undefined> | Promise<void>;
}

/** Declares a command that agents do not get. */
export function command<Own extends Fields = NoFields>(declared: CommandDeclaration<Own>): Command {
  const { summary, example, kind = 'client', run } = declared;
  // Without fields, the table is empty.
  const fields = (declared.fields ?? {}) as Own;
  const { flags, places, usage } = partsOf(fields);
  const all: Fields = { ...CLIENT_FLAGS, ...flags };
  return {
    ...{ summary, example, kind, usage, flags },
    operand: places[0]?.[1],
    read: (name, args, variables) => {
      const { flags: given, others: words } = splitArguments(all, args);
      const texts = givenTexts(all, given);
      const common = flagValues(CLIENT_FLAGS, texts, variables);
      const input = inputOf(name, fields, { texts, words });
      return ({ stdout, stderr, variables: shown, commands }) =>
        withHangar(common, stderr, async (hangar) => {
          const out = createOutput({ stdout, stderr }, common.json, shown);
          try {
            return (await run({ out, hangar, commands }, input)) ?? 'stopped';
          } catch (error) {
            throw error instanceof ApiError ? new ApiError(error.code, namingFlags(error.message, fields)) : error;
          }
        });
    },
  };
}

/** The input of a command from its words. Throws `UsageError`. */
export function readInput<Own extends Fields>(name: string, fields: Own, args: readonly string[]): Values<Own> {
  const { flags } = partsOf(fields);
  const { flags: given, others: words } = splitArguments(flags, args);
  return inputOf(name, fields, { texts: givenTexts(flags, given), words });
}

interface GivenWords {
  /** Texts of the flags. */
  readonly texts: ReadonlyMap<string, readonly string[]>;
  /** The other words. */
  readonly words: readonly string[];
}

function inputOf<Own extends Fields>(name: string, fields: Own, { texts, words }: GivenWords): Values<Own> {
  const { flags, places, usage } = partsOf(fields);
  // Flags of single commands have no variable, since other commands may use their names differently.
  const values: Readonly<Record<string, unknown>> = flagValues(flags, texts, {});
  const named = Object.entries(fields).map(([field, { flag = field }]) => [field, values[flag]]);
  const placed = placedValues(words, places, `${name} needs more: hangar ${name} ${usage}`);
  // The values have the keys of the table.
  return { ...Object.fromEntries(named), ...placed } as Values<Own>;
}

/** The flags of a command by their names, its arguments by their places, and these as text. */
export function partsOf(fields: Fields) {
  const offered = Object.entries(fields).filter(([, { only }]) => only !== 'tool');
  const places = offered.filter(([, { place }]) => place !== undefined);
  const flags = offered.filter(([, { place }]) => place === undefined);
  const usage = places.map(([, { metavar, place, isRequired }]) => {
    const text = place === 'list' ? `${metavar} …` : metavar;
    return isRequired ? text : `[${text}]`;
  });
  return {
    places,
    flags: Object.fromEntries(flags.map(([name, one]) => [one.flag ?? name, one])),
    usage: usage.join(' '),
  };
}

function placedValues(words: readonly string[], places: readonly [string, Field][], tooFew: string) {
  let at = 0;
  const values = places.map(([name, declared]) => {
    const texts = declared.place === 'word' ? words.slice(at, at + 1) : words.slice(at);
    if (declared.isRequired && texts.length === 0) throw new UsageError(tooFew);
    at += texts.length;
    const whole = declared.place === 'text' && texts.length > 0 ? [texts.join(' ')] : texts;
    return [name, readNamed(declared.metavar, declared, whole)] as const;
  });
  if (at < words.length) throw new UsageError(`unexpected argument "${words[at] ?? ''}"`);
  return Object.fromEntries(values);
}

/** Calls with a function that finds the running Hangar, which is loaded then, and closes its connections at the end. */
async function withHangar<Result>(
  flags: ClientFlags,
  stderr: Writer,
  work: (hangar: () => Promise<Hangar>) => Promise<Result>,
): Promise<Result> {
  let found: Promise<Hangar> | undefined;
  const find = async () =>
    (await import('../client/find-hangar.ts')).findHangar(flags, (line) => printDiagnostic(line, stderr));
  try {
    return await work(() => (found ??= find()));
  } finally {
    await found?.then(({ close }) => close()).catch(() => undefined);
  }
}

/** A server's message with flags in place of the fields that they become: `--timeout must be …`. */
function namingFlags(message: string, fields: Fields): string {
  return message.replace(/(?<=^|; )([\w.]+): /g, (found, name: string) => {
    const declared = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return declared === undefined || declared.place !== undefined ? found : `${flagName(declared.flag ?? name)} `;
  });
}

/** Result of a call of a tool. */
export interface ToolResult {
  readonly value: unknown;
  /** The next useful call, with its arguments. */
  readonly next: string;
}

/** A refusal with the call that helps. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
  readonly next: string;

  constructor(message: string, next: string) {
    super(message);
    this.next = next;
  }
}

/** A proposed call as text. */
export function callText(name: string, args: object): string {
  return `${name} ${JSON.stringify(args)}`;
}

/** A capability of a tool. */
export interface ToolCall {
  /** Its arguments. */
  readonly input: z.ZodObject;
  /** Carries out a call. Throws `ToolError` for arguments that do not fit. */
  readonly call: (hangar: Hangar, args: unknown) => Promise<ToolResult>;
}

/** Declares a capability of a tool. */
export function toolCall<Input extends z.ZodObject>(
  input: Input,
  call: (hangar: Hangar, args: z.output<Input>) => Promise<ToolResult>,
): ToolCall {
  return {
    input,
    call: async (hangar, args) => {
      const read = input.safeParse(args);
      if (read.success) return call(hangar, read.data);
      const problems = read.error.issues.map(({ path, message }) => `${path.join('.') || 'arguments'}: ${message}`);
      throw new ToolError(problems.join('; '), `Call it again with ${Object.keys(input.shape).join(', ')}.`);
    },
  };
}

interface ActionDeclaration<Own extends Fields, Result> extends Declaration<Own> {
  /** Asks the running Hangar. */
  readonly ask: (hangar: Hangar, input: Values<Own>) => Promise<Result>;
  /** The result as a sentence or a table, for people. */
  readonly tell: (result: Result, input: Values<Own>, out: Output) => string | Table;
  /** Exit code of the command by its result; 0 when absent. */
  readonly exit?: (result: Result, input: Values<Own>) => ExitReason | undefined;
}

interface SharedDeclaration<Own extends Fields, Result> extends ActionDeclaration<Own, Result> {
  /** The result for an agent, and the next useful call. */
  readonly report: (result: Result, input: Values<Own>, hangar: Hangar) => ToolResult | Promise<ToolResult>;
}

/** Declares a request to the running Hangar, for the command line. With `--json`, the command prints the result. */
export function action<Result extends object, Own extends Fields = NoFields>(
  declared: ActionDeclaration<Own, Result>,
): Command {
  return command({
    ...declared,
    run: async ({ hangar, out }, input) => {
      const result = await declared.ask(await hangar(), input);
      const told = declared.tell(result, input, out);
      if (typeof told === 'string') out.show(result, told);
      else out.table(result, told);
      return declared.exit?.(result, input);
    },
  });
}

/** Declares a request to the running Hangar, for the command line and for agents. */
export function sharedAction<Result extends object, Own extends Fields = NoFields>(
  declared: SharedDeclaration<Own, Result>,
): Command & ToolCall {
  let made: ToolCall | undefined;
  // Commands do not need it.
  const tool = (): ToolCall => (made ??= toolOf(declared));
  return {
    ...action(declared),
    get input() {
      return tool().input;
    },
    call: (hangar, args) => tool().call(hangar, args),
  };
}

function toolOf<Result, Own extends Fields>({ fields = {} as Own, ask, report }: SharedDeclaration<Own, Result>) {
  const all = Object.entries<Field>(fields);
  const isOffered = ([, { only }]: readonly [string, Field]): boolean => only !== 'command';
  const schemas = all.filter(isOffered).map(([name, { schema, help, metavar, defaultText }]) => {
    const hasDefault = metavar !== '' && defaultText !== 'none';
    return [name, schema.describe(hasDefault ? `${help}; default: ${defaultText}` : help)];
  });
  const others = all
    .filter((one) => !isOffered(one))
    .map(([name, { schema }]) => [name, schema.safeParse(undefined).data]);
  return toolCall(z.strictObject(Object.fromEntries(schemas)), async (hangar, args) => {
    // The arguments have the keys of the table.
    const input = { ...args, ...Object.fromEntries(others) } as Values<Own>;
    return report(await ask(hangar, input), input, hangar);
  });
}

import { ApiError } from '../../../shared/http/errors.ts';
import type { ExitReason } from '../../emulator/host/start-error.ts';
import { CLIENT_FLAGS, type ClientFlags } from '../client/client-flags.ts';
import type { Hangar } from '../client/hangar.ts';
import { type FlagTable, type FlagValues, UsageError } from '../flags/flag.ts';
import { flagName, flagValues, givenTexts, splitArguments, type Variables } from '../flags/read-flags.ts';
import { printDiagnostic } from '../output/print-diagnostic.ts';
import { createOutput, type Output } from '../output/output.ts';

/** A command for help, completion and documentation. */
export interface CommandFacts {
  /** Arguments after the name: `TASK [name=value …]`; "" for none. */
  readonly usage: string;
  /** Flags in addition to those of its group. */
  readonly flags: FlagTable;
  /** Description in one sentence, without a full stop. */
  readonly summary: string;
  /** A command line as an example. */
  readonly example: string;
  /** Programs serve; clients connect to a running Hangar; local commands need none. */
  readonly kind: 'program' | 'client' | 'local';
  /** Choices of the first argument, for completion: words, or files. */
  readonly choices?: readonly string[] | 'files';
}

/** The table of a command without its own flags. */
type NoFlags = Readonly<Record<string, never>>;

/** A command with its handler, which is loaded on demand. */
export interface Command extends CommandFacts {
  readonly kind: 'client' | 'local';
  /** Parses the arguments after the name. Throws `UsageError`. Returns the call. */
  readonly read: (name: string, args: readonly string[], variables: Variables) => CommandCall;
}

/** A parsed command line, ready to run. */
export type CommandCall = (context: CallContext) => Promise<ExitReason>;

/** The environment of a call. */
export interface CallContext {
  readonly stdout: Parameters<typeof createOutput>[0]['stdout'];
  readonly stderr: Parameters<typeof createOutput>[0]['stderr'];
  readonly variables: Variables;
  /** All commands by name. */
  readonly commands: Readonly<Record<string, CommandFacts>>;
}

/** Input of a handler. */
export interface CommandInput<Values> {
  readonly operands: readonly string[];
  readonly flags: Values;
  readonly out: Output;
  /** Finds the running Hangar. */
  readonly hangar: () => Promise<Hangar>;
  readonly commands: CallContext['commands'];
}

/** The handler of a command. Returns a reason for an exit code other than 0. */
export type Handler<Table extends FlagTable = NoFlags> = (
  input: CommandInput<FlagValues<Table>>,
) => Promise<ExitReason | undefined> | Promise<void>;

/** Declaration of a command: without arguments and flags, and for clients, unless it says otherwise. */
interface Declaration<Table extends FlagTable> extends Omit<CommandFacts, 'usage' | 'flags' | 'kind'> {
  readonly usage?: string;
  readonly flags?: Table;
  readonly kind?: Command['kind'];
  readonly load: () => Promise<Handler<Table>>;
}

/** Declares a command. */
export function command<Table extends FlagTable = NoFlags>({
  usage = '',
  flags,
  kind = 'client',
  load,
  ...facts
}: Declaration<Table>): Command {
  // Without flags, the table is empty.
  const own = (flags ?? {}) as Table;
  const all: FlagTable = { ...CLIENT_FLAGS, ...own };
  const [least, most] = operandsOf(usage);
  return {
    ...facts,
    usage,
    kind,
    flags: own,
    read: (name, args, variables) => {
      const { flags: given, others: operands } = splitArguments(all, args);
      const texts = givenTexts(all, given);
      const common = flagValues(CLIENT_FLAGS, texts, variables);
      // Flags of single commands have no variable, since other commands may use their names differently.
      const values = flagValues(own, texts, {});
      if (operands.length < least) throw new UsageError(`${name} needs more: hangar ${name} ${usage}`);
      if (operands.length > most) throw new UsageError(`unexpected argument "${operands[most] ?? ''}"`);
      return async ({ stdout, stderr, variables: shown, commands }) => {
        let found: Promise<Hangar> | undefined;
        const hangar = (): Promise<Hangar> => (found ??= findRunning(common, stderr));
        const out = createOutput({ stdout, stderr }, common.json, shown);
        const handler = await load();
        try {
          return (await handler({ operands, flags: values, out, hangar, commands })) ?? 'stopped';
        } catch (error) {
          throw error instanceof ApiError ? new ApiError(error.code, namingFlags(error.message, own)) : error;
        } finally {
          await found?.then(({ close }) => close()).catch(() => undefined);
        }
      };
    },
  };
}

/** A server's message with flags in place of the fields that they become: `--timeout must be …`. */
function namingFlags(message: string, flags: FlagTable): string {
  const names = new Map(Object.entries(flags).map(([name, { field = name }]) => [field, flagName(name)]));
  return message.replace(/(?<=^|; )([\w.]+): /g, (found, field: string) => {
    const name = names.get(field);
    return name === undefined ? found : `${name} `;
  });
}

/** The least and the largest number of arguments by a usage, such as `NAME [NAME]`. A filter may have any number of words. */
function operandsOf(usage: string): [least: number, most: number] {
  const words = usage.split(' ').filter((word) => word !== '');
  const isOpen = usage.endsWith('…]') || usage.endsWith('[FILTER]');
  return [words.filter((word) => /^[^[…]/.test(word)).length, isOpen ? Infinity : words.length];
}

/** Finds the running Hangar. Loaded on demand, since programs that serve do not need it. */
async function findRunning(flags: ClientFlags, stderr: CallContext['stderr']): Promise<Hangar> {
  return (await import('../client/find-hangar.ts')).findHangar(flags, (line) => printDiagnostic(line, stderr));
}

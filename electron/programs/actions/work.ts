import { z } from 'zod';
import type { LogEntry } from '../../../shared/model/run.ts';
import { RUN_STATUSES } from '../../../shared/model/status.ts';
import { definedFields } from '../../../shared/values/objects.ts';
import type { ExitReason } from '../../emulator/host/start-error.ts';
import type { Hangar } from '../client/hangar.ts';
import { choice, field, operand, seconds, toggle, UsageError, type Values, word } from '../flags/field.ts';
import type { Output } from '../output/output.ts';
import { type Cell, colourOf, jsonText } from '../output/terminal-text.ts';
import { action, command, type CommandContext } from './action.ts';
import { exitOf, followRun, followSession, LogReader } from './follow-work.ts';
import { blocksTable, kindOf } from './get.ts';
import { type GivenParameter, parameterValues } from './parameter-values.ts';
import { nearestOf } from '../../../shared/expression/suggestion.ts';
import { ApiError } from '../../../shared/http/errors.ts';

/** A task or runbook to execute from the command line. */
interface Executed {
  /** Name of the command. */
  readonly command: 'run' | 'runbook';
  /** Slug or ID, as it was given. */
  readonly id: string;
}

/** Does what executes a task or runbook. A refusal also says what may have been meant, as a command. */
async function withHints<Result>(
  server: Hangar,
  { command, id }: Executed,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const hint = error.code === 'not_found' ? await nearest(server, command, id) : missing(id, error.message);
    throw hint === '' ? error : new ApiError(error.code, `${error.message} Try: hangar ${command} ${hint}`);
  }
}

/** The arguments with a value for each missing parameter; '' when none is missing. */
function missing(id: string, message: string): string {
  const names = [...message.matchAll(/(?:^|; )([\w-]+): is required/g)].map(([, name]) => `${name}=VALUE`);
  return names.length === 0 ? '' : [id, ...names].join(' ');
}

/** The slug that is the most similar to a wrong one; '' for none. */
async function nearest({ api }: Hangar, command: Executed['command'], wrong: string): Promise<string> {
  const { items } = await (command === 'run' ? api.definitions.tasks : api.definitions.runbooks).list();
  return (
    nearestOf(
      wrong,
      items.map(({ slug }) => slug),
    ) ?? ''
  );
}

/** Values of parameters on the command line. */
export const VALUES = field(z.array(z.string()).default([]), {
  metavar: 'name=value',
  help: 'Values of the parameters',
  place: 'list',
  only: 'command',
});

const EXECUTE = {
  values: VALUES,
  env: word('E', 'Environment, by its slug or ID', { defaultText: 'the default environment' }),
  wait: toggle('Wait for the end and print the output; exits with 1 when it failed, with 8 when it was cancelled'),
  follow: toggle('Print the log until the end; exits as with --wait'),
} as const;
type Execution = Omit<Values<typeof EXECUTE>, 'values'>;

const TIMEOUT = seconds('Maximum wait in seconds, up to 300', { flag: 'timeout', defaultText: '10' });

/** Actions on runs and sessions. */
export const WORK = {
  run: command({
    summary: 'Execute a task; prints the ID of the run',
    example: 'hangar run greet name=Ada --wait',
    fields: { id: operand('TASK', 'Slug or ID'), ...EXECUTE },
    run: async ({ hangar, out }, { id, values, ...how }) => {
      const server = await hangar();
      const { runID } = await withHints(server, { command: 'run', id }, async () => {
        const { parameters } = await server.api.definitions.tasks.get({ params: { id } });
        const body = await bodyOf(server, values, parameters, how);
        return server.api.runs.execute({ params: { id }, body });
      });
      if (how.wait || how.follow) return runToEnd(server, runID, { ...how, out });
      out.show({ runID }, runID);
      return undefined;
    },
  }),
  runbook: command({
    summary: 'Execute a runbook; prints the ID of the session',
    example: 'hangar runbook close_month --wait',
    fields: { id: operand('RUNBOOK', 'Slug or ID'), ...EXECUTE },
    run: async ({ hangar, out }, { id, values, ...how }) => {
      const server = await hangar();
      const { sessionID } = await withHints(server, { command: 'runbook', id }, async () => {
        const { parameters } = await server.api.definitions.runbooks.get({ params: { id } });
        const body = await bodyOf(server, values, parameters, how);
        return server.api.sessions.execute({ params: { id }, body });
      });
      if (how.wait || how.follow) return sessionToEnd(server, sessionID, { ...how, out });
      out.show({ sessionID }, sessionID);
      return undefined;
    },
  }),
  logs: command({
    summary: 'Print the log of a run',
    example: 'hangar logs run20261120z4k2m9x0q7a --follow',
    fields: { id: operand('RUN', 'ID of the run'), follow: toggle('Follow the log until the run ends') },
    run: async ({ hangar, out }, { id, follow }) => {
      const server = await hangar();
      const list = out.list();
      const onLines = (lines: readonly LogEntry[]): void => {
        for (const line of lines) list.add(line, logCells(line));
      };
      if (follow) await followRun(server, id, { onLines });
      else await new LogReader(server, id, onLines).catchUp();
      list.end();
    },
  }),
  cancel: action({
    summary: 'Cancel a run, a session or a prompt',
    example: 'hangar cancel run20261120z4k2m9x0q7a',
    fields: { id: operand('ID', 'ID of the run, session or prompt') },
    ask: async ({ api }, params) => {
      const kind = kindOf(params.id);
      if (kind === 'run') await api.runs.cancel({ params });
      else if (kind === 'session') await api.sessions.cancel({ params });
      else if (kind === 'prompt') await api.prompts.cancel({ params, body: {} });
      else throw new UsageError(`"${params.id}" is not the ID of a run, a session or a prompt; hangar runs lists runs`);
      return {};
    },
    tell: (_, { id }) => `Cancelled ${id}.`,
  }),
  'wait settled': action({
    summary: 'Wait until every run has ended or waits',
    example: 'hangar wait settled --timeout 30s',
    fields: { timeoutSeconds: TIMEOUT },
    ask: ({ api }, { timeoutSeconds = 10 }) => api.wait({ body: { for: 'settled', timeoutSeconds } }),
    tell: (settled) => ({
      head: ['run', 'waits for', 'until'],
      rows: ('waiting' in settled ? settled.waiting : []).map(({ runID, on, until }) => [runID, on, until ?? '']),
      none: 'All runs have ended.',
    }),
  }),
  'wait run': action({
    summary: 'Wait until a run ends; exits with 1 when it failed, with 8 when it was cancelled',
    example: 'hangar wait run run20261120z4k2m9x0q7a',
    fields: {
      runID: operand('RUN', 'ID of the run'),
      timeoutSeconds: TIMEOUT,
      status: choice(RUN_STATUSES, {
        metavar: 'STATUS',
        defaultText: 'any final one',
        help: 'Wait until the run has this status',
      }),
    },
    ask: ({ api }, { runID, status, timeoutSeconds = 10 }) =>
      api.wait({ body: { for: 'run', runID, timeoutSeconds, ...definedFields({ status }) } }),
    tell: (answer, { runID }) => `${runID}: ${statusIn(answer)}`,
    exit: (answer, { status }) => (status === undefined ? exitOf(statusIn(answer)) : undefined),
  }),
} as const;

function statusIn(answer: object): string {
  const { run } = answer as { readonly run?: { readonly status: string } };
  return run?.status ?? '';
}

async function bodyOf(
  server: Hangar,
  texts: readonly string[],
  parameters: readonly GivenParameter[],
  { env }: Execution,
) {
  const paramValues = await parameterValues(server, texts, parameters);
  return { paramValues, ...definedFields({ environment: env }) };
}

type Waiting = Execution & Pick<CommandContext, 'out'>;

/** Waits for the end of a run. Standard output has the log with `--follow` alone, otherwise the output. */
async function runToEnd(server: Hangar, runID: string, { wait, follow, out }: Waiting): Promise<ExitReason> {
  const isLogResult = follow && !wait && !out.isJson;
  const lines = out.list();
  const print = (entries: readonly LogEntry[]): void => {
    for (const entry of entries) {
      if (isLogResult) lines.add(entry, logCells(entry));
      else out.note(`${entry.timestamp}  ${entry.level}  ${entry.text.replaceAll('\n', ' ')}`);
    }
  };
  const row = await followRun(server, runID, {
    onLines: follow ? print : undefined,
    onWaiting: () => out.note(waitingText(runID, runID)),
  });
  if (!isLogResult) {
    const { run, output } = await server.api.runs.get({ params: { id: runID } });
    out.show({ run, output }, jsonText(output));
  }
  return ended(out, { id: runID, status: row.status, failure: row.failure });
}

/** Waits for the end of a session, and prints the results of its blocks. With `--follow`, also prints their progress. */
async function sessionToEnd(server: Hangar, id: string, { follow, out }: Waiting): Promise<ExitReason> {
  const before = new Map<string, string>();
  const row = await followSession(server, id, ({ session, blocks }) => {
    for (const { slug, status, runID } of blocks) {
      if (before.get(slug) === status) continue;
      before.set(slug, status);
      if (follow && status !== 'Pending') out.note(`${session.updatedAt}  ${slug}: ${status} ${runID}`.trimEnd());
      if (status === 'Waiting') out.note(waitingText(slug, runID));
    }
  });
  const { runs } = await server.api.sessions.get({ params: { id } });
  out.table({ row, runs }, blocksTable(row));
  return ended(out, { id, status: row.session.status, failure: row.failure });
}

function waitingText(what: string, runID: string): string {
  return `${what} waits for an answer: hangar prompts, then hangar answer ${runID}`;
}

/** Says how work has ended when it did not succeed. */
function ended(out: Output, work: { readonly id: string; readonly status: string; readonly failure: string }) {
  const { id, status, failure } = work;
  if (status !== 'Succeeded') out.note(`${id}: ${status}${failure === '' ? '' : `: ${failure}`}`);
  return exitOf(status);
}

function logCells({ timestamp, level, text }: LogEntry): readonly Cell[] {
  return [timestamp, { text: level.padEnd(7), colour: colourOf(level) }, text];
}

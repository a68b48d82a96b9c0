import { type Archive, MAX_ARCHIVE_BYTES } from '../../../shared/contract/emulator/archive.ts';
import type { HeldCounts } from '../../../shared/contract/emulator/release.ts';
import { ID_PREFIXES } from '../../../shared/registry/ids.ts';
import { messageOf } from '../../../shared/values/messages.ts';
import { OWN_LIMITS, readArchive } from '../../emulator/archive/archive.ts';
import { readInput } from '../../emulator/host/read-input.ts';
import type { Hangar } from '../client/hangar.ts';
import { pause, performance } from '../../emulator/timers/timers.ts';
import { choice, count, operand, seconds, toggle, UsageError, word } from '../flags/field.ts';
import { colourOf } from '../output/terminal-text.ts';
import { action, command } from './action.ts';
import { importFolder, isFolder } from './definitions.ts';
import { kindOf } from './get.ts';

/** Actions on the findings, the coverage and the state as a whole. */
export const STATE = {
  findings: action({
    summary: 'List the findings: mistakes of clients',
    example: 'hangar findings --json',
    ask: ({ api }) => api.findings.list(),
    tell: ({ items }) => ({
      head: ['finding', 'level', 'rule', 'times', 'message'],
      rows: items.map((row) => [
        ...[row.id, { text: row.level, colour: colourOf(row.level) }],
        ...[row.rule, row.count, row.message],
      ]),
      none: 'No mistakes of clients were found.',
    }),
  }),
  coverage: action({
    summary: 'Print the operations, answers and faults that clients have met',
    example: 'hangar coverage',
    ask: ({ api }) => api.coverage.read(),
    tell: ({ operations, runStatuses, prompts, decisions }) => ({
      head: ['operation', 'calls', 'answers', 'faults'],
      rows: operations.map((row) => [row.operation, row.calls, countsText(row.answers), countsText(row.faults)]),
      none: 'There are no operations.',
      foot: Object.entries({ runs: runStatuses, prompts, decisions })
        .map(([name, counts]) => `${name}: ${countsText(counts) || 'none'}`)
        .join('\n'),
    }),
  }),
  held: action({
    summary: 'List the requests that faults hold',
    example: 'hangar held',
    ask: ({ api }) => api.heldRequests.list(),
    tell: ({ items }) => ({
      head: ['request', 'operation', 'task', 'since', 'fault', 'client'],
      rows: items.map((row) => [row.id, row.operation, row.task ?? '', row.since, row.fault, row.client]),
      none: 'No request is held; hangar fault add --hold holds some.',
    }),
  }),
  release: action({
    summary: 'Let go on what is held: a request that a fault holds, or what came from a file, all of it or one item',
    example: 'hangar release trf20261120z4k2m9x0q7a --instead lose',
    fields: {
      id: word('ID', 'ID of one item', { place: 'word' }),
      instead: choice(['lose', 'refuse', 'error'], { help: 'What a held request gets instead of its answer' }),
      status: count(599, { metavar: 'STATUS', defaultText: '500', help: 'Status of the error' }),
      after: toggle('Execute the request before the error'),
    },
    ask: async ({ api }, { id, instead, status, after }) => {
      if (id !== undefined && kindOf(id) === 'request')
        return api.heldRequests.release(releaseOf(id, instead, { status, after }));
      if (instead !== undefined) throw new UsageError('--instead is for a request that a fault holds: give its ID');
      return id === undefined ? api.held.release() : releaseOne(api, id);
    },
    tell: (released) => {
      if ('request' in released) return `Released ${released.operation} ${released.id}.`;
      const text = heldText(released);
      return text === '' ? 'Nothing was held.' : `Released ${text}.`;
    },
  }),
  import: command({
    summary:
      'Replace the definitions, and the state, by an export, bundle or workspace file; what is unfinished in it is held. The definition files of a folder are copied into a workspace file',
    example: 'hangar import tasks --into hangar.json',
    fields: {
      file: operand('FILE', 'An export, a bundle, a checkpoint, a workspace file, or a folder of definition files', {
        suggested: 'files',
      }),
      into: word('FILE', 'Workspace file for the tasks of a folder', {
        defaultText: 'that of the running Hangar',
      }),
      resume: toggle('Let go on what is unfinished in the file, which runs its commands on this machine'),
    },
    run: async ({ hangar, out }, { file, into, resume }) => {
      if (into !== undefined || isFolder(file)) return importFolder(file, into, { hangar, out });
      const content = await archiveIn(file, await readInput('file', file, MAX_ARCHIVE_BYTES));
      const { api } = await hangar();
      // Only the flag lets go on what is unfinished, whatever the file says.
      await api.import({ body: { ...content, resume } });
      const held = await api.held.count();
      const text = content.state === undefined ? '' : heldText(held);
      out.show({ held }, text === '' ? `Imported ${file}.` : `Imported ${file}; held until hangar release: ${text}.`);
      return undefined;
    },
  }),
  stop: action({
    summary: 'Stop the running Hangar as Ctrl+C does, and wait for its end; a window may ask to save first',
    example: 'hangar stop',
    fields: {
      timeoutSeconds: seconds('Maximum wait for its end in seconds; 0 does not wait', {
        flag: 'timeout',
        defaultText: '10',
      }),
    },
    ask: async ({ api, url }, { timeoutSeconds = 10 }) => {
      await api.stop();
      return { url, stopped: await endsWithin(timeoutSeconds, () => api.ready()) };
    },
    tell: ({ url, stopped }) => (stopped ? `Stopped ${url}.` : `${url} is stopping.`),
  }),
  reset: action({
    summary: 'Empty the state; definitions and keys stay',
    example: 'hangar reset',
    fields: { workspace: toggle('Also reload the definitions of the workspace file') },
    ask: ({ api }, body) => api.reset({ body }),
    tell: () => 'Everything was reset; definitions and keys stay.',
  }),
} as const;

/** Resolves with true once requests fail, with false when they still succeed after that many seconds. */
async function endsWithin(limit: number, request: () => Promise<unknown>): Promise<boolean> {
  const end = performance.now() + limit * 1000;
  while (performance.now() < end) {
    const isServing = await request().then(
      () => true,
      () => false,
    );
    if (!isServing) return true;
    await pause(50);
  }
  return false;
}

function countsText(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} (${count})`)
    .join(' ');
}

/** A request that lets a held request go on. */
function releaseOf(
  id: string,
  kind: 'lose' | 'refuse' | 'error' | undefined,
  { status = 500, after }: { readonly status: number | undefined; readonly after: boolean },
) {
  if (kind === undefined) return { params: { id }, body: {} };
  return { params: { id }, body: { instead: kind === 'error' ? ({ kind, status, after } as const) : { kind } } };
}

async function releaseOne(api: Hangar['api'], id: string): Promise<HeldCounts> {
  const params = { id };
  const kind = kindOf(id);
  if (kind === 'run') return api.runs.release({ params });
  if (kind === 'session') return api.sessions.release({ params });
  if (id.startsWith(ID_PREFIXES.request)) return api.requests.release({ params });
  if (kind !== 'prompt')
    throw new UsageError(
      `"${id}" is not the ID of a run, a session, a prompt or a request for approval; hangar runs is:held lists held runs`,
    );
  // A prompt is held with its run.
  const { prompt } = await api.prompts.get({ params });
  return api.runs.release({ params: { id: prompt.runID } });
}

/** The held or released items: `2 runs, 1 request for approval`; "" for none. Prompts go on with their runs. */
function heldText({ runs, sessions, requests }: HeldCounts): string {
  const counts = [
    [runs, 'run', 'runs'],
    [sessions, 'session', 'sessions'],
    [requests, 'request for approval', 'requests for approval'],
  ] as const;
  return counts
    .filter(([count]) => count > 0)
    .map(([count, one, several]) => `${count} ${count === 1 ? one : several}`)
    .join(', ');
}

async function archiveIn(file: string, bytes: Buffer): Promise<Archive> {
  try {
    return await readArchive(bytes, OWN_LIMITS);
  } catch (error) {
    throw new UsageError(`${file} ${messageOf(error)}`);
  }
}

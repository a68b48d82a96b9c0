import type { CheckpointDiff, RecordChanges, Restored } from '../../../shared/contract/emulator/checkpoints.ts';
import type { Hangar } from '../client/hangar.ts';
import { definedFields } from '../../../shared/values/objects.ts';
import { operand, toggle, word } from '../flags/field.ts';
import { jsonText } from '../output/terminal-text.ts';
import { callText, sharedAction } from './action.ts';

const NAME = operand('NAME', 'Name of the checkpoint');
const LIST = callText('checkpoint', { action: 'list' });

/** Declares an operation on a checkpoint that gives nothing. */
function changing(summary: string, [name, done, next]: readonly string[], act: Act) {
  return sharedAction({
    summary,
    example: `hangar checkpoint ${name} before`,
    fields: { name: NAME },
    ask: async ({ api }, params) => {
      await act(api, params);
      return {};
    },
    tell: (_, params) => `${done} ${params.name}.`,
    report: (_, params) => ({ value: { [String(done).toLowerCase()]: params.name }, next: next ?? '' }),
  });
}

type Act = (api: Hangar['api'], params: { readonly name: string }) => Promise<unknown>;

/** The changes of a restore as lines. */
function restoredLines({ definitions, runs, faults, answers }: Restored): string[] {
  const kept = [...faults.kept, ...answers.kept];
  return [
    ...(runs.before === runs.after ? [] : [`${counted(runs.after, 'run')} instead of ${runs.before}.`]),
    ...(definitions.length === 0 ? [] : [`Definitions changed: ${definitions.join(', ')}.`]),
    ...(kept.length === 0 ? [] : [`The checkpoint does not know ${kept.join(', ')}, which stay as they are.`]),
  ];
}

/** Actions on checkpoints. */
export const CHECKPOINTS = {
  'checkpoint save': sharedAction({
    summary: 'Save definitions, state, clock and counters under a name',
    example: 'hangar checkpoint save before',
    fields: { name: NAME, replace: toggle('Replace a checkpoint of that name') },
    ask: ({ api }, body) => api.checkpoints.save({ body }),
    tell: ({ name, runs, sessions, prompts }) =>
      `Saved ${name}: ${counted(runs, 'run')}, ${counted(sessions, 'session')}, ${counted(prompts, 'pending prompt')}.`,
    report: (value, { name }) => ({ value, next: callText('checkpoint', { action: 'diff', name }) }),
  }),
  'checkpoint restore': sharedAction({
    summary: 'End all runs and restore a checkpoint',
    example: 'hangar checkpoint restore before',
    fields: { name: NAME },
    ask: ({ api }, params) => api.checkpoints.restore({ params }),
    tell: (restored, { name }) => [`Restored ${name}.`, ...restoredLines(restored)].join('\n'),
    report: (value, { name }) => ({ value: { restored: name, ...value }, next: 'describe {}' }),
  }),
  undo: sharedAction({
    summary: 'Undo the last clearing, deletion, reset, import or restore, for ten minutes after it',
    example: 'hangar undo --list',
    fields: {
      id: word('ID', 'ID of the thing to undo, from --list', { place: 'word', defaultText: 'the newest' }),
      list: toggle('List the things that can be undone instead'),
    },
    ask: async ({ api }, { id, list }) =>
      list ? api.undo.list() : { undone: await api.undo.apply({ body: definedFields({ id }) }) },
    tell: (result) =>
      'undone' in result
        ? `Undone: ${result.undone.title}.`
        : {
            head: ['id', 'what', 'at', 'until'],
            rows: result.items.map(({ id, title, at, until }) => [id, title, at, until]),
            none: 'Nothing can be undone.',
          },
    report: (value) => ({ value, next: 'describe {}' }),
  }),
  'checkpoint list': sharedAction({
    summary: 'List the checkpoints',
    example: 'hangar checkpoint list',
    ask: ({ api }) => api.checkpoints.list(),
    tell: ({ items }) => ({
      head: ['name', 'saved', 'runs', 'sessions', 'prompts', 'bytes', 'problem'],
      rows: items.map((row) => [
        ...[row.name, row.createdAt ?? '', row.runs, row.sessions],
        ...[row.prompts, row.bytes, row.problem],
      ]),
      none: 'There are no checkpoints; hangar checkpoint save NAME makes one.',
    }),
    report: ({ items }) => ({ value: items, next: 'describe {}' }),
  }),
  'checkpoint diff': sharedAction({
    summary: 'Compare a checkpoint with another one, or with the current state',
    example: 'hangar checkpoint diff before',
    fields: {
      name: NAME,
      to: word('NAME', 'Another one to compare with', { place: 'word', defaultText: 'the current state' }),
    },
    ask: ({ api }, { name, to = 'now' }) => api.checkpoints.diff({ params: { name }, query: { to } }),
    tell: diffText,
    report: (value, { name }) => ({ value, next: callText('checkpoint', { action: 'restore', name }) }),
  }),
  'checkpoint delete': changing('Delete a checkpoint', ['delete', 'Deleted', LIST], (api, params) =>
    api.checkpoints.remove({ params }),
  ),
} as const;

function diffText({ definitions, runs, sessions, prompts, more }: CheckpointDiff): string {
  const lines = [
    ...definitions.map(({ path, from, to }) => `${path}: ${valueText(from)} -> ${valueText(to)}`),
    ...[runs, sessions, prompts].flatMap(changeLines),
  ];
  if (lines.length === 0) return 'Nothing differs.';
  return [...lines, ...(more === 0 ? [] : [`${more} more differences are left out.`])].join('\n');
}

function valueText(value: unknown): string {
  return value === undefined ? 'absent' : jsonText(value, 0);
}

function changeLines({ added, changed, removed }: RecordChanges): string[] {
  return [
    ...added.map((id) => `+ ${id}`),
    ...changed.map(({ id, fields }) => `~ ${id}: ${fields.join(', ')}`),
    ...removed.map((id) => `- ${id}`),
  ];
}

function counted(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : `${noun}s`}`;
}

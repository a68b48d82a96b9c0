import type { CheckpointDiff, RecordChanges } from '../../../shared/contract/emulator/checkpoints.ts';
import { jsonText } from '../output/terminal-text.ts';
import type { Hangar } from '../client/hangar.ts';
import type { Handler } from './command.ts';
import type { SAVE_FLAGS } from './flags.ts';

type Api = Hangar['api'];

/** Saves a checkpoint. */
export const checkpointSave: Handler<typeof SAVE_FLAGS> = async ({ operands: [name = ''], flags, out, hangar }) => {
  const { api } = await hangar();
  const row = await api.checkpoints.save({ body: { name, replace: flags.replace } });
  const contents = [counted(row.runs, 'run'), counted(row.sessions, 'session'), counted(row.prompts, 'pending prompt')];
  out.show(row, `Saved ${row.name}: ${contents.join(', ')}.`);
};

/** Returns the handler of an operation on a checkpoint. @param done first word of the printed sentence, such as `Restored` */
function actingOn(done: string, act: (api: Api, params: { name: string }) => Promise<unknown>): Handler {
  return async ({ operands: [name = ''], out, hangar }) => {
    await act((await hangar()).api, { name });
    out.show({}, `${done} ${name}.`);
  };
}

/** Restores a checkpoint. */
export const checkpointRestore = actingOn('Restored', (api, params) => api.checkpoints.restore({ params }));

/** Lists the checkpoints. */
export const checkpointList: Handler = async ({ out, hangar }) => {
  const { api } = await hangar();
  const list = await api.checkpoints.list();
  out.table(list, {
    head: ['name', 'saved', 'runs', 'sessions', 'prompts', 'bytes', 'problem'],
    rows: list.items.map((row) => [
      row.name,
      row.createdAt ?? '',
      row.runs,
      row.sessions,
      row.prompts,
      row.bytes,
      row.problem,
    ]),
    none: 'There are no checkpoints; hangar checkpoint save NAME makes one.',
  });
};

/** Deletes a checkpoint. */
export const checkpointDelete = actingOn('Deleted', (api, params) => api.checkpoints.remove({ params }));

/** Compares a checkpoint with another one, or with the current state. */
export const checkpointDiff: Handler = async ({ operands: [name = '', to = 'now'], out, hangar }) => {
  const { api } = await hangar();
  const diff = await api.checkpoints.diff({ params: { name }, query: { to } });
  out.show(diff, diffText(diff));
};

function diffText({ definitions, runs, sessions, prompts, more }: CheckpointDiff): string {
  const lines = [
    ...definitions.map(({ path, from, to }) => `${path}: ${valueText(from)} -> ${valueText(to)}`),
    ...changeLines(runs),
    ...changeLines(sessions),
    ...changeLines(prompts),
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

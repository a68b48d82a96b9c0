import { z } from 'zod';
import type { Hangar } from '../client/hangar.ts';
import { callText, DESTROYS, tool, ToolError, type ToolResult } from './tool.ts';

const LIST = callText('checkpoint', { action: 'list' });

/** Saves, restores, lists, compares or deletes checkpoints. */
export const checkpoint = tool({
  description:
    'Save, restore, list, compare (diff: with the current state) or delete checkpoints: definitions and state under a name.',
  hints: DESTROYS,
  input: z.strictObject({
    action: z.enum(['save', 'restore', 'list', 'diff', 'delete']).describe('What to do with checkpoints'),
    name: z.string().min(1).max(1000).optional().describe('Required, except for list'),
  }),
  call: async (hangar, { action, name }) => {
    if (action === 'list') return { value: (await hangar.api.checkpoints.list()).items, next: 'describe {}' };
    if (name === undefined) throw new ToolError(`name: is required to ${action} a checkpoint`, LIST);
    return ACTIONS[action](hangar, name);
  },
});

const ACTIONS: {
  readonly [Action in 'save' | 'restore' | 'diff' | 'delete']: (hangar: Hangar, name: string) => Promise<ToolResult>;
} = {
  save: async ({ api }, name) => ({
    value: await api.checkpoints.save({ body: { name, replace: false } }),
    next: callText('checkpoint', { action: 'diff', name }),
  }),
  restore: async ({ api }, name) => {
    await api.checkpoints.restore({ params: { name } });
    return { value: { restored: name }, next: 'describe {}' };
  },
  diff: async ({ api }, name) => ({
    value: await api.checkpoints.diff({ params: { name }, query: { to: 'now' } }),
    next: callText('checkpoint', { action: 'restore', name }),
  }),
  delete: async ({ api }, name) => {
    await api.checkpoints.remove({ params: { name } });
    return { value: { deleted: name }, next: LIST };
  },
};

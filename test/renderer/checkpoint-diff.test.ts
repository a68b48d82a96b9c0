import { expect, test } from 'vitest';
import { diffText } from '../../renderer/features/settings/checkpoints/diff-text.ts';

const NONE = { added: [], changed: [], removed: [] };

test('the differences from a checkpoint are counted by kind', () => {
  const some = { added: ['a'], changed: [{ id: 'b', fields: ['status'] }], removed: ['c'] };
  const diff = {
    definitions: [{ path: 'tasks.a' }],
    runs: some,
    sessions: NONE,
    prompts: { ...NONE, added: ['p'] },
    more: 2,
  };
  expect([diffText(diff), diffText({ definitions: [], runs: NONE, sessions: NONE, prompts: NONE, more: 0 })]).toEqual([
    '1 definition, 3 runs, 1 prompt and 2 more differences',
    '',
  ]);
});

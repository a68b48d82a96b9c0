import { describe, expect, test } from 'vitest';
import type { TaskItem } from '../../renderer/core/data/hangar.ts';
import { sourcePage } from '../../renderer/features/runs/panel/lane-scope.ts';
import { readScriptPosition } from '../../renderer/features/tasks/ScriptFile.tsx';

const task = (slug: string, behavior: object) => ({ id: `tsk_${slug}`, slug, behavior }) as unknown as TaskItem;

const TASKS = [
  task('steps', { kind: 'steps', steps: [] }),
  task('inline', { kind: 'script', source: 'export default () => 1' }),
  task('filed', { kind: 'script', file: './scripts/refund.ts' }),
];

describe('the page with the source of a script', () => {
  test.each<[string, string, string, string | undefined]>([
    ['code in the workspace file', 'tsk_inline', 'inline.ts', '/tasks/tsk_inline/behavior'],
    ['a file', 'tsk_filed', 'scripts/refund.ts', '/tasks/tsk_filed/behavior'],
    ['a file with backslashes', 'tsk_steps', 'scripts\\refund.ts', '/tasks/tsk_filed/behavior'],
    ['a file on a drive', 'tsk_filed', 'C:\\shop\\ledger.ts', '/tasks/tsk_filed/behavior'],
    ['a file that a script imports', 'tsk_filed', 'lib/ledger.ts', '/tasks/tsk_filed/behavior'],
    ['the script of a child', 'tsk_steps', 'inline.ts', '/tasks/tsk_inline/behavior'],
    ['a file of no script', 'tsk_steps', 'server.ts', undefined],
    ['a task of steps with the same name', 'tsk_steps', 'steps.ts', undefined],
    ['a task that is gone', '', 'inline.ts', '/tasks/tsk_inline/behavior'],
  ])('%s', (_, taskID, file, page) => {
    expect(sourcePage(TASKS, taskID, file)).toBe(page);
  });
});

describe('a position in a script', () => {
  test.each<[string, ReturnType<typeof readScriptPosition>]>([
    ['ledger.ts:5:33', { file: 'ledger.ts', line: 5, column: 33 }],
    ['lib/ledger.ts:5', { file: 'lib/ledger.ts', line: 5, column: 1 }],
    ['C:\\lib\\ledger.ts:5:33', { file: 'C:\\lib\\ledger.ts', line: 5, column: 33 }],
    ['', undefined],
    ['ledger.ts', undefined],
    ['ledger.ts:0x5', undefined],
    ['ledger.ts:12345678', undefined],
    [`${'a'.repeat(201)}:1`, undefined],
  ])('%j', (text, position) => {
    expect(readScriptPosition(text)).toEqual(position);
  });
});

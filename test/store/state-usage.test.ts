import { expect, test } from 'vitest';
import { StateUsage } from '../../electron/emulator/store/state/state-usage.ts';
import { prompt, run } from './sample.ts';

const LONG = 'x'.repeat(1_000_000);

/** Fields of a run that callers and runs cannot make long. */
const SHORT = [
  ...['id', 'taskID', 'taskSlug', 'blueprintID', 'environmentID', 'sessionID', 'parentID', 'depth', 'origin', 'status'],
  ...['createdAt', 'createdBy', 'updatedAt', 'notBefore', 'activeAt', 'succeededAt', 'failedAt', 'cancelledAt'],
  ...[
    'cancelledBy',
    'isPrivate',
    'permissions',
    'labels',
    'runtime',
    'timeout',
    'waiting',
    'repeats',
    'held',
    'endCause',
  ],
];

test.each(Object.keys(run(1)))('a long value of a run is counted, in whatever field: %s', (field) => {
  const usage = new StateUsage();
  const long = { ...run(1), [field]: field === 'childRunIDs' ? Array.from({ length: 20_000 }, () => 'run1') : LONG };
  usage.change('run', run(1), long);
  expect(usage.read().state.bytes > LONG.length / 2).toBe(!SHORT.includes(field));
});

test('what is counted is counted once, and not any more once it is gone', () => {
  const parent = new StateUsage();
  const usage = new StateUsage({ parent, keepsFiles: true });
  const asked = prompt(1, 'run1');
  const answered = { ...asked, values: { a: LONG }, rule: 'always' };
  const upload = {
    id: 'upl1',
    name: 'a',
    type: '',
    size: 5000,
    createdAt: 1,
    access: { runID: 'run1', read: '', write: '' },
  };
  usage.change('prompt', undefined, asked);
  usage.change('prompt', asked, answered);
  usage.change('upload', undefined, upload);
  expect(usage.ofRun('run1')).toBe(usage.read().state.bytes);
  expect(parent.read().state.bytes).toBe(usage.read().state.bytes);
  expect(usage.read().uploads.bytes).toBe(5000);
  usage.change('prompt', answered, undefined);
  usage.change('upload', upload, undefined);
  expect([usage.ofRun('run1'), usage.read().state.bytes, parent.read().state.bytes]).toEqual([0, 0, 0]);
});

import { expect } from 'vitest';
import { test } from 'hangar/vitest';
import { refund } from './service.js';

test('a small refund is paid at once', async ({ hangar }) => {
  expect(await refund('AB1', 40, hangar)).toBe(40);
});

test('a large refund waits until somebody approves it', async ({ hangar }) => {
  await hangar.answers.add({ slug: 'approve', match: { task: 'refund' }, submit: { reason: 'late' } });
  expect(await refund('AB2', 250, hangar)).toBe(250);
});

test('the SDK tries again when the service is busy', async ({ hangar }) => {
  await hangar.faults.add({ slug: 'busy', kind: 'error', status: 503, match: { operation: 'runs/get' }, times: 1 });
  expect(await refund('AB3', 40, hangar)).toBe(40);
});

test('a refund that fails is an error', async ({ hangar }) => {
  await hangar.faults.add({ slug: 'broken', kind: 'run', match: { task: 'refund' }, message: 'no money' });
  await expect(refund('AB4', 40, hangar)).rejects.toThrow('no money');
});

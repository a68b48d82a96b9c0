import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import { withHangar } from 'hangar/testing';
import { refund } from './refund.js';

test(
  'a refund is executed once though the first answer is lost',
  withHangar(async (hangar) => {
    await hangar.faults.add({ slug: 'lost', kind: 'lose', match: { operation: 'tasks/execute' }, times: 1 });
    const runID = await refund({ order_id: 'AB1', amount: 40 }, hangar);
    const { run } = await hangar.waitFor({ for: 'run', runID });
    equal(run.status, 'Succeeded');
  }),
);

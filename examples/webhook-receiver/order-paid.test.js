import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { withHangar } from 'hangar/testing';
import { deliver } from './shop.js';

async function outcomeOf(hangar, runID) {
  const { run } = await hangar.waitFor({ for: 'run', runID });
  const headers = { 'X-Service-API-Key': hangar.apiKey };
  const { output } = await (await fetch(`${hangar.url}/v0/runs/getOutputs?id=${runID}`, { headers })).json();
  return { status: run.status, output };
}

test(
  'a delivery with the right signature is taken',
  withHangar(async (hangar) => {
    const outcome = await outcomeOf(hangar, await deliver(hangar.url, 'AB1'));
    deepEqual(outcome, { status: 'Succeeded', output: { paid: 'AB1' } });
  }),
);

test(
  'a delivery that somebody else signed fails',
  withHangar(async (hangar) => {
    const { status, output } = await outcomeOf(hangar, await deliver(hangar.url, 'AB1', 'a guess'));
    equal(status, 'Failed');
    equal(output.error, 'the signature is not right');
  }),
);

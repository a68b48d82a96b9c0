import { expect } from 'vitest';
import { explore } from '../../../electron/programs/testing.ts';
import { type ClientUnderTest, WORKSPACE } from './clients.ts';

/** Faults without 429, whose pause is a second of the machine. */
export const FAST = [
  '--kind lose',
  '--kind refuse',
  '--status 503',
  '--status 500 --after',
  '--kind truncate',
  '--kind body',
];

/** The faults to try on a client: those that its mistake is about, where trials take long. */
function faultsFor(invariants: readonly string[]): string[] {
  if (invariants.includes('no error findings')) return ['--status 429 --retry-after 1'];
  // Each trial that does not end takes its whole time.
  return invariants.includes('ends') ? ['runs/get --kind lose'] : [...FAST];
}

/** Expects that an exploration finds the mistake of a client, each time, by at most two faults. */
export async function expectFound({ client, invariants, order = false }: ClientUnderTest): Promise<void> {
  const result = await explore({
    ...{ workspace: WORKSPACE, invariants: [...invariants], client, order, faults: faultsFor(invariants) },
    trialTimeoutSeconds: invariants.includes('ends') ? 1 : 20,
  });
  const found = result.counterexamples.find(({ invariant }) => invariant === invariants[0]);
  expect([found?.invariant, found?.reproduced], result.text).toEqual([invariants[0], 5]);
  expect(found?.schedule.length).toBeLessThanOrEqual(2);
  expect(() => result.assert()).toThrow(found?.message);
}

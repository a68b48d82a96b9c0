import { describe, expect, test } from 'vitest';
import { PARAMETER_TYPE_NAMES } from '../../../shared/registry/parameter-types.ts';
import { BEHAVIORS, STEPS } from '../../../shared/model/behavior.ts';
import { type Json, valueAt, withValueAt } from '../../../shared/values/json.ts';
import { BLOCKS, Runbook } from '../../../shared/model/runbook.ts';
import { Task } from '../../../shared/model/task.ts';
import { testEmulator, type TestEmulator } from '../../support/emulator.ts';
import { problemsOfReading, problemsOfReadingThese } from './entities.ts';
import { samplesOf, type Sample } from './samples.ts';
import { HOSTILE_VALUES, isNew, thinned, withHostileNames } from './values.ts';

/** Executable definitions by collection. */
const EXECUTABLE = { tasks: Task, runbooks: Runbook };
const samples = Object.entries(EXECUTABLE).flatMap(([collection, schema]) =>
  samplesOf(schema).map((sample) => ({ collection, schema, ...sample })),
);

/** Texts that are expressions or templates where they stand. */
const EXPRESSIONS = [
  ...['{{ params.a.b }}', '{{ params["__proto__"] }}', '{{ "x".repeat(1e9) }}', '{{', '{{ }}', '{{ undefined }}'],
  ...['1 +', 'params.a.b', 'x => x', 'Array(1e9)', '[].constructor', 'NaN', '{{ [[[[]]]] }}'],
];

/** Values of the fields with this name in all samples. */
function found(name: string): unknown[] {
  return samples.filter(({ path }) => path.at(-1) === name).map(({ value, path }) => valueAt(value, path));
}

/** A sample with hostile values at its place, and with hostile names when the place has a free one. */
function hostileForms({ value, path, isEntry = false }: Sample): Json[] {
  const values = thinned([...HOSTILE_VALUES, ...EXPRESSIONS, undefined], path, 3);
  const changed = values.map(([, hostile]) => withValueAt(value, path, hostile));
  return isEntry ? [...changed, ...withHostileNames(value, path)] : changed;
}

/** Checks that a created definition can be executed and read without harm; returns the problems. */
async function problemsOfExecuting(hangar: TestEmulator, collection: string, id: string): Promise<string[]> {
  const at = `/_emulator/${collection}/${encodeURIComponent(id)}`;
  const executed = await hangar.send(`${at}/execute`, { body: {} });
  await hangar.clock.advance(1);
  const { runID, sessionID } = (executed.json ?? {}) as { runID?: string; sessionID?: string };
  const ids = [runID, sessionID].filter((made) => made !== undefined);
  const problems = executed.status < 500 ? [] : [`executing: ${executed.text.slice(0, 300)}`];
  const run = runID === undefined ? undefined : hangar.state.get('run', runID);
  if (run?.status === 'Queued' && run.notBefore <= hangar.clock.now())
    problems.push('executing: the run never started');
  problems.push(...(await problemsOfReadingThese(hangar, ids)), ...hangar.errors.splice(0).map(String));
  const removed = await hangar.send(at, { method: 'DELETE' });
  // Runs that wait would keep their slots, and those of the next definition with this slug would never start.
  const reset = await hangar.send('/_emulator/reset', { body: {} });
  const refusals = [removed, reset].filter(({ status }) => status >= 500);
  return [...problems, ...refusals.map(({ text }) => `removing: ${text.slice(0, 300)}`)];
}

describe('a definition', () => {
  test.each([
    ['step', 'do', Object.keys(STEPS)],
    ['behavior', 'kind', Object.keys(BEHAVIORS)],
    ['block', 'kind', Object.keys(BLOCKS)],
    ['parameter', 'type', [...PARAMETER_TYPE_NAMES]],
  ])('is attacked with every kind of %s that there is', (_, name, kinds) => {
    expect(found(name)).toEqual(expect.arrayContaining(kinds));
  });

  test('of a script needs a source or a file; every other sample is one that Hangar takes', () => {
    const refused = samples.filter(({ schema, value }) => !schema.safeParse(value).success);
    const without = refused.filter(({ value }) => valueAt(value, ['behavior', 'kind']) !== 'script');
    expect(without.map(({ value, path }) => [path.join('.'), JSON.stringify(value)])).toEqual([]);
    expect(samples.length).toBeGreaterThan(100);
  });

  const partOf = ({ collection, path }: (typeof samples)[number]) => `${collection} ${path.slice(0, 2).join('.')}`;
  test.each([...new Set(samples.map(partOf))])(
    'that is hostile somewhere in %s is refused, or is executed and read without harm',
    async (part) => {
      const hangar = await testEmulator();
      const surprises: string[] = [];
      const sent = new Set<string>();
      for (const sample of samples.filter((other) => partOf(other) === part))
        for (const [i, body] of hostileForms(sample).entries()) {
          if (!isNew(sent, body)) continue;
          const { collection, path } = sample;
          const { status, text, json } = await hangar.send(`/_emulator/${collection}`, {
            method: 'POST',
            body: JSON.stringify(body),
          });
          const name = `${path.join('.')} #${i}`;
          if (status >= 500 || text.length > 100_000) surprises.push(`${name}: ${status} ${text.slice(0, 300)}`);
          if (status !== 200) continue;
          const problems = await problemsOfExecuting(hangar, collection, (json as { id: string }).id);
          surprises.push(...problems.map((problem) => `${name}: ${problem}`));
        }
      expect([...surprises, ...(await problemsOfReading(hangar, []))]).toEqual([]);
    },
  );

  test('has parameters of every type', async () => {
    const hangar = await testEmulator();
    const surprises: string[] = [];
    for (const type of PARAMETER_TYPE_NAMES) {
      const task = {
        slug: `of_${type}`,
        parameters: [
          { slug: 'a', type },
          { slug: 'b', type, multi: true },
        ],
      };
      expect((await hangar.send('/_emulator/tasks', { body: task })).status).toBe(200);
      for (const hostile of HOSTILE_VALUES)
        for (const paramValues of [
          { a: hostile, b: [hostile] },
          { a: hostile, b: hostile },
        ]) {
          const { status, text } = await hangar.send('/v0/tasks/execute', { body: { slug: task.slug, paramValues } });
          if (status >= 500 || (status >= 400 && text.length > 2000))
            surprises.push(`${type} ${JSON.stringify(hostile).slice(0, 100)}: ${status} ${text.slice(0, 300)}`);
        }
      surprises.push(...hangar.errors.splice(0).map((error) => `${type}: ${String(error)}`));
    }
    expect(surprises).toEqual([]);
  });
});

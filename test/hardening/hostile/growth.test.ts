import type { z } from 'zod';
import { describe, expect, test } from 'vitest';
import { STEPS } from '../../../shared/model/behavior.ts';
import { BLOCKS } from '../../../shared/model/runbook.ts';
import { type Json, type JsonObject, objectOf, withValueAt } from '../../../shared/values/json.ts';
import { testEmulator, type TestEmulator } from '../../support/emulator.ts';
import { settled } from '../../support/fake-clock.ts';
import { samplesOf } from './samples.ts';
import { thinned } from './values.ts';

/** Short texts that become long when they are evaluated. */
const GROWING: readonly Json[] = [
  '{{ "x".repeat(9000000) }}',
  '{{ "x\\n".repeat(120000) }}',
  // JSON writes six characters for each.
  '{{ "\\u0001".repeat(9000000) }}',
  Array.from({ length: 8 }, () => '{{ "x".repeat(5000000) }}'),
];

/** Steps or blocks of one definition. */
const COPIES = 6;
/** Maximum that a run or a session may hold together: its values, an output, a log, and results of the steps before. */
const MOST_CHARACTERS = 45_000_000;
const MOST_LINES = 101_000;

/** The task that samples name. What it is given is its output. */
const ECHO = {
  slug: 'a',
  parameters: [{ slug: 'a', type: 'json', constraints: { optional: true } }],
  behavior: { kind: 'steps', steps: [{ do: 'output', value: { a: '{{ params.a }}' } }] },
};

/** A part that can be repeated in a definition: its schema, and the field with the name of its result. */
interface Part {
  readonly sort: 'step' | 'block';
  readonly kind: string;
  readonly schema: z.ZodType;
  readonly begin: JsonObject;
}

const PARTS: readonly Part[] = [
  ...Object.entries(STEPS).map(([kind, schema]) => ({ sort: 'step' as const, kind, schema, begin: { do: kind } })),
  ...Object.entries(BLOCKS).map(([kind, schema]) => ({ sort: 'block' as const, kind, schema, begin: { kind } })),
];

/** Samples of a step or block with each growing value in each place that takes it; definitions of these. */
function definitionsOf({ sort, schema, begin }: Part): { name: string; body: JsonObject }[] {
  return samplesOf(schema).flatMap(({ value, path }) =>
    thinned(GROWING, path.slice(1), GROWING.length).flatMap(([at, grown]) => {
      const part = { ...objectOf(withValueAt(value, path, grown)), ...begin };
      if (path.length === 0 || !schema.safeParse(part).success) return [];
      const list = Array.from({ length: COPIES }, (_, copy) => named(part, `r${copy}`, schema));
      const body =
        sort === 'step'
          ? { slug: 't', behavior: { kind: 'steps', steps: list } }
          : { slug: 't', name: 'T', blocks: list };
      return [{ name: `${path.join('.')} #${at}`, body }];
    }),
  );
}

/** A step or block with a name of its own for its result, where it takes one. */
function named(part: JsonObject, name: string, schema: z.ZodType): JsonObject {
  const found = ['as', 'slug'].map((field) => ({ ...part, [field]: name }));
  return found.find((one) => schema.safeParse(one).success) ?? part;
}

/** Lets everything go on until it has ended, and answers what is asked. */
async function goOn(hangar: TestEmulator): Promise<void> {
  const isGoingOn = () =>
    [...hangar.state.sessions()].some(({ status }) => status === 'Pending' || status === 'Active');
  for (let round = 0; round < 20 * COPIES; round++) {
    await settled();
    await hangar.clock.advance(1);
    for (const { id } of hangar.state.pendingPrompts())
      await hangar.send(`/_emulator/prompts/${id}/submit`, { body: { values: {} } });
    if (hangar.state.unfinishedRuns().length === 0 && !isGoingOn()) return;
  }
}

/** The runs and sessions that hold too much, and how much. */
function tooLarge({ state }: TestEmulator): string[] {
  const found: string[] = [];
  const check = (id: string, entity: unknown, lines: readonly { readonly text: string }[]): void => {
    const characters = lines.reduce((sum, { text }) => sum + text.length, JSON.stringify(entity).length);
    if (characters > MOST_CHARACTERS) found.push(`${id} has ${characters} characters`);
    if (lines.length > MOST_LINES) found.push(`${id} has ${lines.length} lines`);
  };
  for (const { id } of state.runs({})) check(id, state.get('run', id), state.logs(id, 1, state.logCount(id) + 1));
  for (const session of state.sessions()) check(session.id, session, []);
  return found;
}

describe('a short definition does not grow without bounds when it is executed, whatever text grows', () => {
  test.each(PARTS)('in the $sort $kind', async (part) => {
    const surprises: string[] = [];
    let executed = 0;
    const collection = part.sort === 'step' ? 'tasks' : 'runbooks';
    for (const { name, body } of definitionsOf(part)) {
      const hangar = await testEmulator({ tasks: [ECHO as never] });
      // A place may take no template.
      if ((await hangar.send(`/_emulator/${collection}`, { body })).status !== 200) continue;
      await hangar.send(`/_emulator/${collection}/t/execute`, { body: {} });
      executed += 1;
      await goOn(hangar);
      surprises.push(...[...tooLarge(hangar), ...hangar.errors.splice(0)].map((what) => `${name}: ${String(what)}`));
    }
    expect(surprises).toEqual([]);
    expect(executed).toBeGreaterThan(0);
  });
});

describe('values given to another run have 4 MB of JSON at most, however it escapes them', () => {
  const { parameters } = ECHO;
  const given = { task: 'a', paramValues: { a: '{{ params.a }}' } };
  const definitions = {
    tasks: { slug: 't', parameters, behavior: { kind: 'steps', steps: [{ do: 'execute', ...given }] } },
    runbooks: { slug: 't', name: 'T', parameters, blocks: [{ kind: 'task', slug: 'r', ...given }] },
  };
  const TEXTS: readonly (readonly [name: string, isSmall: boolean, text: string])[] = [
    ['3.9 million letters', true, 'x'.repeat(3_900_000)],
    ['3.9 million letters of two bytes', true, 'ж'.repeat(3_900_000)],
    ['1.9 million quotes', true, '"'.repeat(1_900_000)],
    ['1.9 million pairs of surrogates', true, '\u{1f600}'.repeat(1_900_000)],
    ['4.1 million letters', false, 'x'.repeat(4_100_000)],
    ['2.1 million line ends', false, '\n'.repeat(2_100_000)],
    ['0.7 million control characters', false, '\u0001'.repeat(700_000)],
    ['0.2 million lone surrogates', false, '\ud800'.repeat(200_000)],
  ];

  test.each(
    (['tasks', 'runbooks'] as const).flatMap((collection) => TEXTS.map((text) => [collection, ...text] as const)),
  )('%s: %s: %s', async (collection, _, isSmall, a) => {
    const hangar = await testEmulator({ tasks: [ECHO as never] });
    await hangar.send(`/_emulator/${collection}`, { body: definitions[collection] });
    await hangar.send(`/_emulator/${collection}/t/execute`, { body: { paramValues: { a } } });
    await goOn(hangar);
    const runs = [...hangar.state.runs({})].flatMap(({ id }) => hangar.state.get('run', id) ?? []);
    const failures = [...runs, ...hangar.state.sessions()].map(({ failure }) => failure);
    const expected = isSmall ? [] : [expect.stringContaining('at most 4 MB of JSON are allowed')];
    expect({
      children: runs.filter(({ taskSlug }) => taskSlug === 'a').length,
      failures: failures.filter(Boolean),
    }).toEqual({
      children: isSmall ? 1 : 0,
      failures: expected,
    });
    expect(hangar.errors).toEqual([]);
  });
});

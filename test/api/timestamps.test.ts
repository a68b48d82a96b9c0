import { describe, expect, it } from 'vitest';
import { formatTimestamp } from '../../shared/values/timestamp.ts';
import { testEmulator } from '../support/emulator.ts';
import { steps } from '../support/steps.ts';

const SHAPE = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}\.\d{6}\+00$/;

/** Every value of an answer, at any depth, whose name is that of a time. */
function momentsIn(value: unknown, name = ''): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return /At$|^timestamp$/.test(name) ? [[name, value]] : [];
  return Object.entries(value).flatMap(([key, item]) => momentsIn(item, Array.isArray(value) ? name : key));
}

describe('decision timestamps:', () => {
  it.each([
    [0, '1970-01-01 00:00:00.000000+00'],
    [1_763_654_400_000_001, '2025-11-20 16:00:00.000001+00'],
    [1_763_654_400_999_999, '2025-11-20 16:00:00.999999+00'],
  ])('%i microseconds are written as %s', (at, text) => {
    expect(formatTimestamp(at)).toBe(text);
  });

  it('every moment in the answers for runs, logs, prompts and sessions has six digits and is UTC, or is null', async () => {
    const hangar = await testEmulator({
      tasks: [{ slug: 't', behavior: steps({ do: 'log', text: 'a' }, { do: 'prompt' }) }],
      runbooks: [{ slug: 'b', blocks: [{ slug: 'one', kind: 'task', task: 't' }] }],
    });
    await hangar.api.v0.runbooks.execute({ body: { slug: 'b' } });
    const { runs } = await hangar.api.v0.runs.list();
    const id = runs[0]?.id ?? '';
    const paths = [`runs/get?id=${id}`, `runs/getLogs?runID=${id}`, `prompts/list?runID=${id}`, 'sessions/list'];
    const answers = await Promise.all(paths.map(async (path) => (await hangar.send(`/v0/${path}`)).json));
    const moments = answers.flatMap((answer) => momentsIn(answer));
    expect(new Set(moments.map(([name]) => name))).toEqual(
      new Set([
        'createdAt',
        'activeAt',
        'succeededAt',
        'failedAt',
        'cancelledAt',
        'timestamp',
        'submittedAt',
        'updatedAt',
      ]),
    );
    expect(moments.filter(([, at]) => at !== null && !(typeof at === 'string' && SHAPE.test(at)))).toEqual([]);
  });
});

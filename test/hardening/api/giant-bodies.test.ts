import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { contract } from '../../../shared/contract/index.ts';
import { fillPath } from '../../../shared/http/client.ts';
import { type Endpoint, endpointsOf } from '../../../shared/http/endpoint.ts';
import { giantBodies } from '../hostile/giant-bodies.ts';
import { liveClient, startLive, type Live } from '../../support/live.ts';
import { TOUR, TOUR_WORKSPACE, type Stop } from '../../api/tour.ts';

/** Enough for every way in which numbers of things once went wrong: stacks, quadratic loops, long messages. */
const BYTES = 500_000;
const MOST_CHARACTERS = 4100;

const withBody = [...endpointsOf(contract)].filter(
  ({ endpoint: { body, bodyFormat } }) => body !== undefined && bodyFormat !== 'bytes',
);
// Creating and replacing share one schema, so one attack is enough.
const endpoints = withBody.filter(
  ({ endpoint }, i) => withBody.findIndex((other) => other.endpoint.body === endpoint.body) === i,
);

/** Schemas of fields that were attacked, as JSON: many endpoints have fields of the same schema. */
const attacked = new Set<string>();

let live: Live;
beforeEach(async () => {
  live = await startLive(TOUR_WORKSPACE);
});
afterEach(() => live.emulator.stop());

function urlOf(endpoint: Endpoint, { params = {}, query = {} }: Stop): string {
  const search = new URLSearchParams(query).toString();
  return live.emulator.url + fillPath(endpoint.path, params) + (search === '' ? '' : `?${search}`);
}

async function send(url: string, method: string, body: string, key = live.emulator.apiKey) {
  const headers = { 'X-Service-API-Key': key };
  const answer = await fetch(url, { method, headers, body });
  const text = await answer.text();
  const longest = Math.max(...[...answer.headers].map(([, value]) => value.length));
  return { status: answer.status, text, longest };
}

describe('giant bodies', () => {
  test.each(endpoints)('$name accepts each or refuses it with a short message', async (entry) => {
    const { name, endpoint } = entry;
    const stop = await TOUR[name]!(live.api, (key) => liveClient(live.emulator.url, key).api);
    const url = urlOf(endpoint, stop);
    for (const { what, text, is } of giantBodies(endpoint, BYTES, attacked)) {
      const answer = await send(url, endpoint.method, text, stop.key);
      const told = { what, status: answer.status, text: answer.text.slice(0, 300) };
      expect(told).toSatisfy(({ status }: typeof told) => status < 500 && (is === 'any' || status >= 400));
      if (answer.status < 400) continue;
      const { state, ...refusal } = JSON.parse(answer.text) as Record<string, unknown>;
      expect(refusal).toEqual({ error: expect.any(String), code: expect.any(String) });
      // The answer to a wait that timed out.
      expect(state !== undefined).toBe(answer.status === 408);
      expect({ what, isShort: answer.text.length < MOST_CHARACTERS && answer.longest < MOST_CHARACTERS }).toEqual({
        what,
        isShort: true,
      });
    }
    expect((await fetch(`${live.emulator.url}/_emulator/ready`)).status).toBe(200);
  });

  test('a body with too many problems names the first ones, and says how many more there are at least', async () => {
    const fields = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`unknown_${i}`, i]));
    const { status, text } = await send(`${live.emulator.url}/_emulator/tasks`, 'POST', JSON.stringify(fields));
    expect(status).toBe(400);
    expect(text).toMatch(/^.*unknown_0: is not a known field; .*; and at least 4\d\d more\.","code"/);
  });

  test('the largest definition that the schema allows is created, and can be read again', async () => {
    const parameters = Array.from({ length: 1000 }, (_, i) => ({ slug: `p${i}`, type: 'json' }));
    const steps = Array.from({ length: 5000 }, (_, i) => ({ do: 'log', text: `line ${i}` }));
    const task = { slug: 'large', parameters, behavior: { kind: 'steps', steps } };
    const { status } = await send(`${live.emulator.url}/_emulator/tasks`, 'POST', JSON.stringify(task));
    expect(status).toBe(200);
    const read = await live.api.emulator.definitions.tasks.get({ params: { id: 'large' } });
    expect([read.parameters.length, read.behavior]).toMatchObject([1000, { steps: { length: 5000 } }]);
  });

  describe('a default of a parameter', () => {
    const taskOf = (preset: unknown[]) => ({
      slug: 'grows',
      parameters: [{ slug: 'j', type: 'json', default: preset }],
    });
    const numbers = (length: number) => Array.from({ length }, (_, i) => i);
    const create = (preset: unknown[]) =>
      send(`${live.emulator.url}/_emulator/tasks`, 'POST', JSON.stringify(taskOf(preset)));
    const replace = (preset: unknown[]) =>
      send(`${live.emulator.url}/_emulator/tasks/grows`, 'PUT', JSON.stringify(taskOf(preset)));

    test('that grows from 3 to 99,000 numbers is saved', async () => {
      expect((await create([1, 2, 3])).status).toBe(200);
      expect((await replace(numbers(99_000))).status).toBe(200);
      const read = await live.api.emulator.definitions.tasks.get({ params: { id: 'grows' } });
      expect(read.parameters[0]?.default).toEqual(numbers(99_000));
    });

    test.each([
      ['200,000 numbers', numbers(200_000)],
      ['40,000 objects of two fields', numbers(40_000).map((i) => ({ id: i, name: 'x' }))],
    ])('that holds %s is refused with the limit, and nothing is changed', async (_, preset) => {
      expect((await create([1, 2, 3])).status).toBe(200);
      const { status, text } = await replace(preset);
      expect([status, JSON.parse(text)]).toEqual([
        400,
        { code: 'invalid_request', error: expect.stringMatching(/^tasks\[\d+\]: has more than 100000 values\.$/) },
      ]);
      const read = await live.api.emulator.definitions.tasks.get({ params: { id: 'grows' } });
      expect(read.parameters[0]?.default).toEqual([1, 2, 3]);
    });
  });

  test('every count that a schema limits is in its JSON Schema', async () => {
    const document = await (await fetch(`${live.emulator.url}/_emulator/openapi/emulator.json`)).text();
    for (const limit of ['"maxItems":1000', '"maxItems":5000', '"maxProperties":10000'])
      expect(document).toContain(limit);
  });
});

import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { memoryDisk } from '../../../electron/emulator/store/state/memory-disk.ts';
import { openWorkspace } from '../../../electron/emulator/store/workspace/workspace-file.ts';
import { contract } from '../../../shared/contract/index.ts';
import { fillPath } from '../../../shared/http/client.ts';
import { type Endpoint, endpointsOf } from '../../../shared/http/endpoint.ts';
import { type Json, objectOf, withValueAt } from '../../../shared/values/json.ts';
import { TOUR, TOUR_WORKSPACE, type Stop } from '../../api/tour.ts';
import { testEmulator, type TestEmulator } from '../../support/emulator.ts';
import { samplesOf, type Sample } from './samples.ts';
import { HOSTILE_VALUES, isNew, sendable, thinned, withHostileNames } from './values.ts';

/** No error is longer, whatever it quotes. */
const MOST_CHARACTERS = 4100;
const HOSTILE_TEXTS = HOSTILE_VALUES.filter((value) => typeof value === 'string').map(sendable);
/** Headers that Hangar reads of every request. */
const HEADERS = ['Idempotency-Key', 'X-Service-API-Key', 'X-Service-Env-Id', 'X-Service-Env-Slug', 'Content-Encoding'];

/** One request of an endpoint that is other than a valid one in one place. */
interface Attack {
  readonly name: string;
  readonly stop: Stop;
  readonly headers?: Record<string, string>;
}

const endpoints = [...endpointsOf(contract)].filter(({ endpoint }) => endpoint.answerFormat !== 'events');

/** Each place of a body by its schema, each parameter and each header, with each hostile value. */
function* attacksOn(endpoint: Endpoint, valid: Stop): Generator<Attack, void, undefined> {
  yield { name: 'as it should be', stop: valid };
  const sent = new Set<string>();
  for (const { value, path, isEntry = false } of placesIn(endpoint)) {
    const sample = path.length === 0 ? value : { ...objectOf(value), ...objectOf(valid.body), ...first(value, path) };
    for (const [i, hostile] of thinned([...HOSTILE_VALUES, undefined], path)) {
      const body = withValueAt(sample, path, hostile);
      if (isNew(sent, body)) yield { name: `body ${path.join('.')} #${i}`, stop: { ...valid, body } };
    }
    for (const [i, body] of isEntry ? withHostileNames(sample, path).entries() : [])
      if (isNew(sent, body)) yield { name: `name at ${path.join('.')} #${i}`, stop: { ...valid, body } };
  }
  for (const part of ['query', 'params'] as const)
    for (const name of [...Object.keys(endpoint[part]?.shape ?? {}), ...(part === 'query' ? ['another'] : [])])
      for (const [i, hostile] of HOSTILE_TEXTS.entries())
        yield { name: `${part} ${name} #${i}`, stop: { ...valid, [part]: { ...valid[part], [name]: hostile } } };
  for (const header of [...HEADERS, ...Object.keys(endpoint.headers ?? {})])
    for (const value of ['', ' ', 'x'.repeat(20_000), '\u00ff', '__proto__', 'a, b', '../x'])
      yield { name: `header ${header} ${value.slice(0, 10)}`, stop: valid, headers: { [header]: value } };
}

/** Places of a body; of one that an endpoint before takes too, some. */
function placesIn(endpoint: Endpoint): readonly Sample[] {
  const { body, bodyFormat } = endpoint;
  if (body === undefined || bodyFormat === 'bytes') return [];
  const isFirst = endpoints.find((other) => other.endpoint.body === body)?.endpoint === endpoint;
  return samplesOf(body).filter((_, i) => isFirst || i % 10 === 0);
}

/** The field of a sample in which its place lies. */
function first(sample: Json, [name]: readonly (string | number)[]): { [key: string]: Json } {
  const value = objectOf(sample)[String(name)];
  return value === undefined ? {} : { [String(name)]: value };
}

/** A server on a workspace as it is kept, but for the disk. */
function started(workspace: Parameters<typeof testEmulator>[0] = TOUR_WORKSPACE): Promise<TestEmulator> {
  return testEmulator(workspace, {}, memoryDisk(), (initial) => openWorkspace({ file: null, initial }));
}

async function send(hangar: TestEmulator, { method, path }: Endpoint, { stop, headers = {} }: Attack) {
  const { params = {}, query = {}, body, key } = stop;
  const search = new URLSearchParams(query).toString();
  return hangar.send(`${fillPath(path, params)}${search === '' ? '' : `?${search}`}`, {
    method,
    headers,
    ...(key === undefined ? {} : { key }),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** The problem of an answer; undefined for none. */
function wrong(answer: Awaited<ReturnType<typeof send>>): string | undefined {
  const { status, text } = answer;
  if (status >= 500) return `${status} ${text.slice(0, 300)}`;
  if (status < 400) return undefined;
  if (text.length > MOST_CHARACTERS) return `${status} with an error of ${text.length} characters`;
  const { error, code } = objectOf(answer.json);
  return typeof error === 'string' && typeof code === 'string' ? undefined : `${status} without an error: ${text}`;
}

describe('a request that is hostile in one place', () => {
  test.each(endpoints)('to $name is refused with a short sentence, or does no harm', async (one) => {
    const { name, endpoint } = one;
    const surprises: string[] = [];
    let attacks = 0;
    // Created things stay until the last check; replaced ones are gone after the next request.
    const checkEvery = endpoint.method === 'POST' ? 50 : 5;
    let hangar = await started();
    const { settings } = hangar.ports.workspace.current();
    const valid = (await TOUR[name]?.(hangar.api, hangar.withKey)) ?? {};
    for (const attack of attacksOn(endpoint, valid)) {
      attacks += 1;
      const answer = await send(hangar, endpoint, attack);
      const problem = wrong(answer);
      if (problem !== undefined) surprises.push(`${attack.name}: ${problem}`);
      surprises.push(...hangar.errors.splice(0).map((error) => `${attack.name}: ${String(error)}`));
      if (answer.status >= 400 || endpoint.method === 'GET') continue;
      if (attacks % checkEvery === 0) await expectWhole(hangar);
      // Settings may make the server refuse whatever comes next.
      if (!isDeepStrictEqual(hangar.ports.workspace.current().settings, settings)) hangar = await started();
    }
    await expectWhole(hangar);
    expect(surprises).toEqual([]);
    expect(attacks).toBeGreaterThan(20);
    expect(Object.prototype).not.toHaveProperty('polluted');
  });
});

/** Expects that a server has taken only what can be exported and imported again. */
async function expectWhole(hangar: TestEmulator): Promise<void> {
  const exported = await hangar.send('/_emulator/export');
  const other = await started({});
  const taken = await other.send('/_emulator/import', { method: 'POST', body: exported.text });
  expect([exported.status, taken.status, taken.text]).toEqual([200, 200, '{}']);
}

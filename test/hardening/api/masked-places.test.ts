import { describe, expect, test } from 'vitest';
import { MAX_BODY_BYTES } from '../../../electron/emulator/server/http/traffic-log.ts';
import { bundleOf } from '../../support/bundles.ts';
import { testEmulator, type TestEmulator } from '../../support/emulator.ts';
import { textsOf } from '../../support/planted-secrets.ts';
import { SECRET_SPELLINGS, shows } from '../../support/secret-spellings.ts';
import { steps } from '../../support/steps.ts';

/** A secret with every sign that some spelling escapes. */
const SECRET = 'pa"ss\\w/rd+<&>\'ü%41 6€';
/** A secret of the characters of keys, for places that allow no others. */
const TOKEN = 'k3y.Planted-Token_1/a+b=&c';

function emulator(secret: string): Promise<TestEmulator> {
  const resources = { api: 'api' };
  const parameters = [{ slug: 'text', name: 'Text', constraints: { optional: true } }];
  const text = '[{{ params.text }}]';
  return testEmulator({
    resources: [{ slug: 'api', kind: 'custom', resource: { password: secret, region: 'eu' } }],
    tasks: [
      { slug: 'echo', resources, parameters, behavior: steps({ do: 'log', text }, { do: 'output', value: { text } }) },
      { slug: 'failing', resources, parameters, behavior: steps({ do: 'fail', message: `failed with ${text}` }) },
      {
        id: 'tskHook',
        slug: 'hook',
        webhooks: { hook: { secret: 'hook-secret' } },
        behavior: steps({ do: 'output', value: '{{ params.webhook_payload }}' }),
      },
    ],
  });
}

/** Sends a text to Hangar in every part of a request, and reads it in every answer. Returns the run that logs it and the one that fails with it. */
async function sendEverywhere(hangar: TestEmulator, text: string): Promise<string[]> {
  const ascii = /^[\x20-\x7e]*$/.test(text) ? text : 'none';
  const ids: string[] = [];
  for (const slug of ['echo', 'failing']) {
    const headers = { 'User-Agent': ascii, 'X-Note': `[${ascii}]` };
    const { json } = await hangar.send('/v0/tasks/execute', { body: { slug, paramValues: { text } }, headers });
    ids.push((json as { runID: string }).runID);
    await hangar.clock.advance(0);
  }
  await hangar.send('/v0/webhooks/default/tskHook/hook-secret', { body: { text }, key: null });
  await hangar.clock.advance(0);
  await hangar.send(`/v0/runs/getOutputs?id=${ids[0] ?? ''}&unknown=${encodeURIComponent(text)}`);
  await hangar.send(`/v0/runs/getLogs?runID=${ids[0] ?? ''}`);
  await hangar.send('/v0/runs/list');
  await hangar.send('/v0/tasks/execute', { body: { slug: text } });
  return ids;
}

/** The places in which texts are shown or given on. */
const PLACES: Readonly<Record<string, (hangar: TestEmulator, ids: readonly string[]) => Promise<unknown>>> = {
  'the traffic as it is shown': async ({ api }) => {
    const { entries } = await api.emulator.traffic.list({ query: { limit: '1000' } });
    return Promise.all(entries.map(({ id }) => api.emulator.traffic.get({ params: { id } })));
  },
  'an HTTP archive': async ({ send }) => (await send('/_emulator/traffic.har')).json,
  'a bundle': async (hangar) => (await bundleOf(hangar)).bundle,
  'the logs of runs': ({ api }, ids) =>
    Promise.all(ids.map((runID) => api.v0.runs.getLogs({ query: { runID, level: 'debug' } }))),
  'a failure': async ({ api }, [, id = '']) => api.v0.runs.getOutputs({ query: { id } }),
};

/** The places that have the bodies of requests. */
const WITH_REQUESTS = ['the traffic as it is shown', 'an HTTP archive', 'a bundle'];

/** All texts in a value, those of JSON in texts too. */
function textsWithin(value: unknown): string[] {
  return textsOf(value).flatMap((text) => {
    if (!/^[[{]"/.test(text)) return [text];
    try {
      return [text, ...textsOf(JSON.parse(text))];
    } catch {
      return [text];
    }
  });
}

describe.each([
  ['all signs', SECRET],
  ['the characters of keys', TOKEN],
])('a secret of %s', (_, secret) => {
  test.each(SECRET_SPELLINGS)('as $name is in no place where texts are shown', async ({ write }) => {
    const hangar = await emulator(secret);
    const text = write(secret);
    expect(shows(text, secret)).toBe(true);
    const ids = await sendEverywhere(hangar, text);
    for (const [name, read] of Object.entries(PLACES)) {
      const texts = textsWithin(await read(hangar, ids));
      const isMasked = texts.some((each) => /\*{4}|masked-/.test(each));
      const shown = texts.filter((each) => shows(each, secret));
      expect({ name, isMasked, shown }).toEqual({ name, isMasked: true, shown: [] });
    }
    expect(hangar.errors).toEqual([]);
  });
});

describe('a secret where a text is cut', () => {
  test.each(SECRET_SPELLINGS.filter(({ name }) => !name.includes('lines')))(
    'as $name leaves no part in a body of the traffic',
    async ({ write }) => {
      const hangar = await emulator(TOKEN);
      const text = JSON.stringify(write(TOKEN)).slice(1, -1);
      for (const kept of [8, Math.floor(text.length / 2), text.length - 1]) {
        const start = '{"slug":"echo","paramValues":{"text":"';
        const body = `${start}${'.'.repeat(MAX_BODY_BYTES - start.length - kept)}${text}"}}`;
        await hangar.send('/v0/tasks/execute', { body });
      }
      const ends = async (name: string) =>
        textsOf(await PLACES[name]!(hangar, []))
          .filter((each) => each.length > 100_000)
          .map((each) => each.slice(-400));
      for (const name of WITH_REQUESTS) {
        const found = await ends(name);
        expect(found.length, name).toBeGreaterThanOrEqual(3);
        const shown = found.filter((each) => shows(each, TOKEN.slice(0, 4)));
        expect({ name, shown }).toEqual({ name, shown: [] });
      }
    },
  );

  test('leaves no part in a message that is cut', async () => {
    const hangar = await emulator(TOKEN);
    for (let before = 60; before < 100; before += 4)
      await hangar.send('/v0/tasks/execute', { body: { slug: 'echo', [`${'n'.repeat(before)} ${TOKEN}`]: 1 } });
    const texts = textsOf(await PLACES['the traffic as it is shown']!(hangar, []));
    expect(texts.some((text) => text.includes('is not known and was ignored'))).toBe(true);
    expect(texts.filter((text) => text.includes(TOKEN.slice(0, 5)))).toEqual([]);
  });
});

test.each(['base64', 'base64url', 'hex'] as const)(
  'the key of a run in %s is in no place where requests are',
  async (encoding) => {
    const hangar = await emulator(TOKEN);
    const key = `tkn_run_${'k3yOfSomeRun0'.repeat(3).slice(0, 32)}`;
    const text = Buffer.from(`{"key":"${key}"}`).toString(encoding);
    await hangar.send('/v0/tasks/execute', { body: { slug: 'echo', paramValues: { text } } });
    for (const name of WITH_REQUESTS) {
      const shown = textsOf(await PLACES[name]!(hangar, [])).filter((each) => shows(each, key.slice(0, 12)));
      expect({ name, shown }).toEqual({ name, shown: [] });
    }
  },
);

import { expect, test } from 'vitest';
import { startLive } from '../support/live.ts';

const PROGRAM = `
const { HANGAR_URL, HANGAR_API_KEY, ...env } = process.env;
const headers = { 'X-Service-API-Key': HANGAR_API_KEY };
const call = (path, body, more) =>
  fetch(HANGAR_URL + path, { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) }).then((answer) => answer.json());
const { runID } = await call('/v0/tasks/execute', { slug: 'child' });
const named = await call('/v0/tasks/execute', { slug: 'child' }, { 'X-Service-Env-Slug': 'prod' });
const { sessionID } = await call('/v0/runbooks/execute', { slug: 'book' });
const facts = Object.fromEntries(['ENV_SLUG', 'ENV_ID', 'ENV_IS_DEFAULT', 'TASK_SLUG', 'RUN_ID', 'SESSION_ID'].map((name) => [name, env['HANGAR_' + name]]));
console.log('hangar_output:set ' + JSON.stringify({ runID, named: named.runID, sessionID, facts }));`;

test('decision env-selection: a request with a run’s own key and no environment belongs to the run’s', async () => {
  const live = await startLive({
    environments: [
      { slug: 'prod', default: true },
      { slug: 'dev', id: 'env20260101zdev0000000' },
    ],
    tasks: [
      { slug: 'child', behavior: { kind: 'steps', steps: [{ do: 'output', value: '{{ env.slug }}' }] } },
      {
        slug: 'program',
        behavior: { kind: 'command', command: [process.execPath, '--input-type=module', '-e', PROGRAM] },
      },
    ],
    runbooks: [{ slug: 'book', name: 'Book', blocks: [{ slug: 'one', kind: 'task', task: 'child' }] }],
  });
  const { emulator, api, ended } = live;
  const response = await fetch(`${emulator.url}/v0/tasks/execute`, {
    method: 'POST',
    headers: { 'X-Service-API-Key': emulator.apiKey, 'X-Service-Env-Slug': 'dev' },
    body: JSON.stringify({ slug: 'program' }),
  });
  const { runID: id } = (await response.json()) as { runID: string };
  const { status, output } = await ended(id);
  const { runID, named, sessionID, facts } = output as Record<'runID' | 'named' | 'sessionID' | 'facts', string>;
  const block = (await api.emulator.sessions.get({ params: { id: sessionID } })).runs[0];
  const outputs = await Promise.all([runID, named, block?.id ?? ''].map(async (each) => (await ended(each)).output));
  await emulator.stop();
  expect([status, outputs, facts]).toEqual([
    'Succeeded',
    [{ output: 'dev' }, { output: 'prod' }, { output: 'dev' }],
    {
      ENV_SLUG: 'dev',
      ENV_ID: 'env20260101zdev0000000',
      ENV_IS_DEFAULT: 'false',
      TASK_SLUG: 'program',
      RUN_ID: id,
      SESSION_ID: '',
    },
  ]);
});

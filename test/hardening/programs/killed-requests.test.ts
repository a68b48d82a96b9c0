import { expect, test } from 'vitest';
import { builtProgram } from '../../support/built-program.ts';
import { freePort } from '../../support/free-port.ts';
import { liveClient } from '../../support/live.ts';
import { serve } from '../../support/program.ts';
import { steps } from '../../support/steps.ts';

const { dataWith, home } = builtProgram();
const RESTARTS = 12;

/** Tasks that wait, then execute a built-in task in a way that once ended the server. */
const ATTACKS = [
  { task: 'acme:rest_request', paramValues: { headers: { Trailer: 'x' } }, resources: { it: 'shop' } },
  {
    task: 'acme:rest_request',
    paramValues: { method: 'POST', body: 'x', headers: { Trailer: 'x' } },
    resources: { it: 'shop' },
  },
  { task: 'acme:sql_query', paramValues: { query: 'copy t to stdout' }, resources: { it: 'db' } },
];

test('a data folder with six waiting runs of such tasks starts again, as often as it is killed', async () => {
  const nowhere = String(await freePort());
  const database = { host: '127.0.0.1', port: nowhere, database: 'd', username: 'u' };
  const tasks = ATTACKS.map((attack, index) => ({
    slug: `later_${index}`,
    concurrency: 10,
    behavior: steps({ do: 'wait', seconds: 1 }, { do: 'execute', ...attack }),
  }));
  const args = dataWith({
    version: 1,
    apiKeys: [{ key: 'tkn_test' }],
    resources: [
      { slug: 'shop', kind: 'rest', resource: { baseURL: `http://127.0.0.1:${nowhere}` } },
      { slug: 'db', kind: 'postgres', resource: database },
    ],
    tasks,
  });
  const waiting: string[] = [];
  for (let restart = 0; restart <= RESTARTS; restart++) {
    const server = await serve(args, { env: home() });
    const { start, reaches } = liveClient(server.ready.url, 'tkn_test');
    for (const id of waiting.splice(0)) expect(await reaches(id)).toBe('Failed');
    for (const { slug } of [...tasks, ...tasks]) waiting.push(await start(slug));
    expect((await server.stop('SIGKILL')).signal).toBe('SIGKILL');
  }
});

import { randomBytes } from 'node:crypto';
import type { Burden } from './burdens.ts';
import { waitsDuring } from './measure-blocking.ts';
import type { Figure } from './figures.ts';
import { ask, execute, finishedRun, type Lab } from './lab.ts';
import { ratios, withServers } from './measure-speed.ts';
import type { Plan } from './measures.ts';
import { KEY, type Served } from './processes.ts';

const base64 = (bytes: number): string => randomBytes(bytes).toString('base64');

/** A configuration of Kubernetes with three certificates and keys of usual size: about 6 kB. */
function kubeconfig(): string {
  return [
    ...[
      'apiVersion: v1',
      'kind: Config',
      'clusters:',
      '- name: shop',
      '  cluster:',
      '    server: https://10.0.0.1:6443',
    ],
    ...[`    certificate-authority-data: ${base64(1500)}`, 'users:', '- name: admin', '  user:'],
    ...[`    client-certificate-data: ${base64(1500)}`, `    client-key-data: ${base64(1300)}`],
  ].join('\n');
}

async function change(url: string, path: string, body: object): Promise<unknown> {
  const headers = { 'x-service-api-key': KEY, 'content-type': 'application/json' };
  return ask({ url: url + path, method: 'POST', headers, body: JSON.stringify(body) });
}

/** Defines a task that logs five lines, with a resource of its own. */
async function defineTask(url: string, slug: string, resource: object): Promise<void> {
  await change(url, '/v0/resources/create', { kind: 'kubernetes', slug, resource });
  const lines = [1, 2, 3, 4, 5].map((n) => ({ do: 'log', text: `line ${n} of order {{ params.order_id }}` }));
  const behavior = { kind: 'steps', steps: [...lines, { do: 'output', value: { ok: true } }] };
  const parameters = [{ slug: 'order_id' }, { slug: 'amount', type: 'float' }];
  await change(url, '/_emulator/tasks', { slug, parameters, concurrency: 1000, resources: { it: slug }, behavior });
}

async function started(lab: Lab, data: string, resource: object): Promise<Served> {
  const served = await lab.hangar(data);
  await defineTask(served.url, 'logging', resource);
  return served;
}

/** Executes of a task that logs, with secrets in its resource, to the same without; and the waits for a secret of the greatest length. */
export async function secrets(plan: Plan): Promise<Figure[]> {
  const { lab } = plan;
  const figures: Figure[] = [];
  const kinds = { 'a kubeconfig': kubeconfig(), 'a secret of 65,536 characters': base64(49_152) };
  for (const [name, secret] of Object.entries(kinds)) {
    const servers = [
      started(lab, `with ${name}`, { kubeconfig: secret }),
      started(lab, `no ${name}`, { region: 'eu' }),
    ];
    const measured = await withServers(servers, (own, other) =>
      ratios(plan, execute(own.url, 'logging'), execute(other.url, 'logging')),
    );
    // 1.2 times as long at most.
    figures.push({
      name: `POST tasks/execute with ${name} in a resource, to without`,
      target: { atLeast: 0.83 },
      unit: '×',
      ...measured,
    });
  }
  return [...figures, ...(await waitsDuring(await lab.watchedHangar('long secrets'), [longSecret()], plan))];
}

function longSecret(): Burden {
  let count = 0;
  return {
    name: 'a resource with a key file of 65,000 characters is created and used, and its log is read from the traffic',
    work: async (url) => {
      const lines = base64(48_000).replace(/.{64}/g, '$&\n').slice(0, 65_000);
      const slug = `long_${++count}`;
      await defineTask(url, slug, { kubeconfig: lines });
      await finishedRun(url, slug);
      await ask({ url: `${url}/_emulator/traffic?limit=100`, headers: { 'x-service-api-key': KEY } });
    },
  };
}

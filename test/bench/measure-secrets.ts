import { randomBytes } from 'node:crypto';
import type { Burden } from './burdens.ts';
import { waitsDuring } from './measure-blocking.ts';
import { spread, type Figure } from './figures.ts';
import { ask, execute, finishedRun, type Lab } from './lab.ts';
import { round, speedOf } from './measure-evidence.ts';
import { withServers } from './measure-speed.ts';
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

/** A server with a workspace of its own, in which a task logs. */
async function started(lab: Lab, resource: object): Promise<Served> {
  const own = lab.withSettings({});
  const served = await own.hangar('data');
  await defineTask(served.url, 'logging', resource);
  const stop = async (): Promise<void> => {
    await served.stop();
    own.remove();
  };
  return { ...served, stop };
}

/**
 * Processor time of executes of a task that logs, with secrets in its resource, to the same without; and the waits for a secret of the
 * greatest length.
 */
export async function secrets(plan: Plan): Promise<Figure[]> {
  const { lab } = plan;
  const figures: Figure[] = [];
  const kinds = { 'a kubeconfig': kubeconfig(), 'a secret of 65,536 characters': base64(49_152) };
  for (const [name, secret] of Object.entries(kinds)) {
    const servers = [started(lab, { kubeconfig: secret }), started(lab, { region: 'eu' })];
    const measured = await withServers(servers, (own, other) => ratios(plan, own, other));
    const target = { atMost: 1.2 };
    figures.push({ name: `POST tasks/execute with ${name} in a resource, to without`, target, unit: '×', ...measured });
  }
  return [...figures, ...(await waitsDuring(await lab.watchedHangar('long secrets'), [longSecret()], plan))];
}

async function ratios(plan: Plan, own: Served, other: Served): Promise<Pick<Figure, 'values' | 'note'>> {
  const turn = {
    on: () => speedOf(own, execute(own.url, 'logging'), plan),
    off: () => speedOf(other, execute(other.url, 'logging'), plan),
  };
  // The first round compiles their code.
  await round(turn);
  const rounds: [number, number][] = [];
  for (let n = 0; n < plan.rounds; n++) {
    const { on, off } = await round(turn);
    rounds.push([on.microseconds, off.microseconds]);
  }
  const medianOf = (side: 0 | 1): string => spread(rounds.map((each) => each[side])).median.toFixed(1);
  const note = `${medianOf(0)} to ${medianOf(1)} µs of processor time`;
  return { values: rounds.map(([on, off]) => on / off), note };
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

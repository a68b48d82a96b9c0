import { expect, test } from 'vitest';
import { mkdirSync, readdirSync, watch } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AuthoredWorkspace } from '../../shared/model/workspace.ts';
import { builtProgram } from '../support/built-program.ts';
import { isJsonObject } from '../../shared/values/json.ts';
import { clientOf, serve, type Ready } from '../support/program.ts';

const WORKSPACE: AuthoredWorkspace = {
  version: 1,
  tasks: [
    {
      slug: 'heavy',
      concurrency: 1000,
      parameters: [{ slug: 'n', type: 'integer' }, { slug: 'note' }],
      behavior: {
        kind: 'steps',
        steps: [
          { do: 'log', text: 'n is {{ params.n }}' },
          { do: 'output', value: { n: '{{ params.n }}' } },
        ],
      },
    },
  ],
};

/** Signs in the folder that a compaction has reached a step. `test/store/killed.test.ts` has every step, on a smaller program. */
const STEPS: readonly (readonly [step: string, shows: (names: readonly string[]) => boolean])[] = [
  ['its new journal', (names) => names.filter((name) => name.startsWith('journal')).length > 1],
  ['its archive', (names) => names.some((name) => /^archive-\d+\.jsonl$/.test(name))],
  ['its index', (names) => names.some((name) => /^archive-\d+\.index\.json$/.test(name))],
  ['its draft of a snapshot', (names) => names.some((name) => name.endsWith('.jsonl.new'))],
  ['its snapshot', (names) => names.some((name) => /^snapshot-\d+\.jsonl$/.test(name))],
];

const { folder } = builtProgram();

/** Executes until the server is gone; notes what was answered. */
async function hammer({ url, apiKey }: Ready, told: Map<string, number>, first: number): Promise<void> {
  for (let n = first; ; n += 4) {
    const answer = await fetch(`${url}/v0/tasks/execute`, {
      method: 'POST',
      headers: { 'X-Service-API-Key': apiKey },
      body: JSON.stringify({ slug: 'heavy', paramValues: { n, note: 'x'.repeat(100_000) } }),
    }).catch(() => undefined);
    const body = answer && ((await answer.json().catch(() => ({}))) as { runID?: string });
    if (body?.runID === undefined) return;
    told.set(body.runID, n);
  }
}

/** Resolves when a step shows; a moment may be too short to be seen, then a later one is. */
function reaching(state: string, shows: (names: readonly string[]) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (!shows(readdirSync(state))) return;
      watcher.close();
      resolve();
    };
    const watcher = watch(state, look);
    look();
  });
}

test.each(STEPS)(
  'what a real Hangar has answered still holds when it is killed while a compaction has come to %s',
  async (_, shows) => {
    const file = join(folder(), 'workspace.json');
    await writeFile(file, JSON.stringify(WORKSPACE));
    const data = join(folder(), 'data');
    mkdirSync(join(data, 'state'), { recursive: true });
    const args = ['--data', data, '--workspace', file];
    const { ready, stop } = await serve(args);
    const told = new Map<string, number>();
    const reached = reaching(join(data, 'state'), shows);
    const clients = [0, 1, 2, 3].map((n) => hammer(ready, told, n));
    await reached;
    await stop('SIGKILL');
    await Promise.all(clients);
    const again = await serve(args);
    const api = clientOf(again.ready).v0;
    const wrong: unknown[] = [];
    for (const [id, n] of told) {
      const { status, paramValues } = await api.runs.get({ query: { id } });
      const { output } = await api.runs.getOutputs({ query: { id } });
      const isRight = paramValues['n'] === n && ['Queued', 'Active', 'Succeeded'].includes(status);
      if (!isRight || (status === 'Succeeded' && !(isJsonObject(output) && output['n'] === n)))
        wrong.push({ id, n, status, output });
    }
    expect(wrong).toEqual([]);
    expect(told.size).toBeGreaterThan(50);
    expect(await again.stop()).toMatchObject({ code: 0, stderr: '' });
  },
);

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Run } from '../../shared/model/run.ts';
import type { AuthoredWorkspace } from '../../shared/model/workspace.ts';
import { load, type Shot } from './load.ts';
import { hangar, KEY, type Served, type Watched } from './processes.ts';

const outputStep = { do: 'output' as const, value: { refunded: '{{ params.amount }}' } };
const parameters = [
  { slug: 'order_id', name: 'Order' },
  { slug: 'amount', name: 'Amount', type: 'float' as const, default: 10 },
];

const WORKSPACE: AuthoredWorkspace = {
  version: 1,
  tasks: [
    {
      slug: 'refund',
      parameters,
      concurrency: 1000,
      behavior: { kind: 'steps', steps: [outputStep] },
    },
    {
      slug: 'chatty',
      parameters,
      concurrency: 1000,
      behavior: {
        kind: 'steps',
        steps: [
          ...[1, 2, 3, 4, 5].map((n) => ({ do: 'log' as const, text: `line ${n} of order {{ params.order_id }}` })),
          outputStep,
        ],
      },
    },
  ],
};

const PARAM_VALUES = { order_id: 'AB1042', amount: 240 };
const HEADERS = { 'x-service-api-key': KEY, 'content-type': 'application/json' };

/** The folder of a bench's files, and operations of all measures. */
export class Lab {
  readonly folder = mkdtempSync(join(tmpdir(), 'hangar-bench-'));
  readonly #workspace: string;
  readonly #program: string | undefined;
  readonly #beside: string | undefined;

  /**
   * @param program another build of Hangar to measure
   * @param beside a build to measure it beside
   */
  constructor({ program, beside }: { readonly program?: string | undefined; readonly beside?: string | undefined }) {
    [this.#program, this.#beside] = [program, beside];
    this.#workspace = this.file('workspace.json', JSON.stringify(WORKSPACE));
  }

  /** Writes a file; gives its path. */
  file(name: string, text: string): string {
    const path = join(this.folder, name);
    writeFileSync(path, text);
    return path;
  }

  /** Hangar on a data folder of this name; the same name finds what was stored before. */
  hangar(data: string, flags: readonly string[] = []): Promise<Served> {
    return hangar(join(this.folder, data), this.#workspace, { flags, program: this.#program });
  }

  /** The build beside, on files of its own; none where there is no such build. */
  beside(data: string): Promise<Served>[] {
    if (this.#beside === undefined) return [];
    const workspace = this.file(`${data}-beside.json`, JSON.stringify(WORKSPACE));
    return [hangar(join(this.folder, `${data}-beside`), workspace, { program: this.#beside })];
  }

  /** Hangar, and the turns of its event loop are watched. */
  watchedHangar(data: string, flags: readonly string[] = []): Promise<Watched> {
    return hangar(join(this.folder, data), this.#workspace, { flags, isWatched: true, program: this.#program });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The request that executes a task. */
export function execute(url: string, slug = 'refund'): Shot {
  return {
    url: `${url}/v0/tasks/execute`,
    method: 'POST',
    headers: HEADERS,
    body: JSON.stringify({ slug, paramValues: PARAM_VALUES }),
  };
}

/** A GET with the key. */
export function get(url: string, path: string): Shot {
  return { url: url + path, headers: HEADERS };
}

/** The JSON of one answer. */
export async function ask<T>(shot: Shot): Promise<T> {
  const { url, method = 'GET', headers = {}, body } = shot;
  const answer = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** Executes a task and waits until its run has ended. */
export async function finishedRun(url: string, slug = 'refund'): Promise<Run> {
  const { runID } = await ask<{ runID: string }>(execute(url, slug));
  for (;;) {
    const run = await ask<Run>(get(url, `/v0/runs/get?id=${runID}`));
    if (run.status === 'Succeeded') return run;
    if (run.status === 'Failed') throw new Error('the run failed');
  }
}

/** Executes until this number of runs is stored. */
export async function fill(url: string, count: number): Promise<void> {
  const { total } = await ask<{ total: number }>(get(url, '/_emulator/runs?limit=1'));
  const requests = count - total;
  if (requests <= 0) return;
  await load(execute(url, 'chatty'), { requests, connections: Math.min(50, requests) });
}

import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { clientOf, Latencies, measuredTransport, Problems, type SoakClient } from './calls.ts';
import { LIVES, type KindOfLife, type Seen } from './lives.ts';
import { Samples, sizesIn } from './samples.ts';
import { startServer, type SoakedServer } from './server.ts';
import type { Series } from './trend.ts';
import { openWindows } from './windows.ts';
import { soakedWorkspace } from './workspace.ts';

/** Options of a soak. */
export interface SoakPlan {
  readonly minutes: number;
  /** Lives begun a second; most are several requests. */
  readonly rate: number;
  /** Windows connected to the event stream. */
  readonly windows: number;
  /** `retainRuns` of the workspace. */
  readonly retain: number;
  /** Bytes that every third run carries along. */
  readonly noteBytes: number;
  readonly say: (line: string) => void;
}

/** The result of a soak. */
export interface SoakReport {
  readonly lives: number;
  readonly runs: number;
  readonly eventsRead: number;
  readonly series: readonly Series[];
  /** Whatever was other than it should be; none when all is well. */
  readonly problems: readonly string[];
  /** Bytes of the data folder at the end, without the traffic, and of the traffic. */
  readonly bytesKept: number;
  readonly trafficBytes: number;
}

/** Maximum number of concurrent lives. A slow machine begins fewer. */
const MOST_LIVES = 300;
/** Looks at the server, in all; not more than one a second. */
const SAMPLES = 60;
const SECOND = 1000;
const MINUTE = 60_000;
/** Interval of external edits of the workspace file, in milliseconds. */
const EDITS_EVERY = 20_000;

/** Loads a Hangar of its own with everything that clients do, for a while, and looks at it from outside. */
export async function soak(plan: SoakPlan): Promise<SoakReport> {
  const folder = mkdtempSync(join(tmpdir(), 'hangar-soak-'));
  try {
    writeFileSync(join(folder, 'workspace.json'), JSON.stringify(soakedWorkspace(plan.retain), null, 2));
    return await new Soak(plan, folder).run();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

class Soak {
  readonly #plan: SoakPlan;
  readonly #folder: string;
  readonly #latencies = new Latencies();
  readonly #problems = new Problems();
  readonly #send = measuredTransport({ latencies: this.#latencies, problems: this.#problems });
  readonly #samples = new Samples();
  readonly #lives = new Set<Promise<void>>();
  readonly #seen: Seen[] = [];
  #begun = 0;

  constructor(plan: SoakPlan, folder: string) {
    this.#plan = plan;
    this.#folder = folder;
  }

  /** Maximum number of lives whose runs are all within retention. A life makes up to four runs, and others end meanwhile. */
  get #livesKept(): number {
    return Math.floor(this.#plan.retain / 8);
  }

  async run(): Promise<SoakReport> {
    const server = await startServer(this.#folder);
    const api = clientOf(server.url, this.#send);
    const windows = openWindows(server.url, this.#plan.windows, this.#problems);
    await this.#load(server, api);
    await Promise.all(this.#lives);
    await windows.close();
    const { total } = await api.emulator.runs.list({ query: { limit: '1' } });
    await this.#checkEnd(api);
    await this.#checkStop(server);
    await this.#checkRestart();
    const { everything, traffic } = sizesIn(join(this.#folder, 'data'));
    return {
      ...{ lives: this.#begun, runs: total, eventsRead: windows.read(), series: this.#samples.all() },
      ...{ problems: this.#problems.list(), bytesKept: everything - traffic, trafficBytes: traffic },
    };
  }

  async #load(server: SoakedServer, api: SoakClient): Promise<void> {
    const { minutes, rate } = this.#plan;
    const mostLives = Math.min(MOST_LIVES, this.#livesKept);
    const hooks = (await api.emulator.webhooks.list()).webhooks.map(({ url }) => url);
    const choose = chooser();
    const began = performance.now();
    const sampled = every(Math.max((minutes * MINUTE) / SAMPLES, SECOND));
    const edited = every(EDITS_EVERY);
    for (let now = began; now - began < minutes * MINUTE; now = performance.now()) {
      const due = Math.floor(((now - began) / SECOND) * rate);
      while (this.#begun < due && this.#lives.size < mostLives) this.#begin(choose(), { api, server, hooks });
      if (edited(now)) this.#editOutside();
      if (sampled(now)) {
        await this.#samples.take(server, { data: join(this.#folder, 'data'), latencies: this.#latencies });
        this.#report(now - began);
      }
      await pause(Math.max(1, SECOND / rate / 2));
    }
  }

  #begin(
    [name, { live }]: readonly [string, KindOfLife],
    { api, server, hooks }: { api: SoakClient; server: SoakedServer; hooks: readonly string[] },
  ): void {
    const n = this.#begun++;
    const note = n % 3 === 0 ? 'x'.repeat(this.#plan.noteBytes) : '';
    const life = live({ api, send: this.#send, url: server.url, seen: this.#seen, n, note, hooks })
      .catch((error: unknown) => this.#problems.add(`failed to ${name}`, String(error)))
      .finally(() => {
        this.#lives.delete(life);
        this.#seen.splice(0, this.#seen.length - this.#livesKept);
      });
    this.#lives.add(life);
  }

  /** As an author does in an editor, while Hangar runs. */
  #editOutside(): void {
    const file = join(this.#folder, 'workspace.json');
    const text = readFileSync(file, 'utf8');
    const other = text.includes('The sum is')
      ? text.replace('The sum is', 'The amount is')
      : text.replace('The amount is', 'The sum is');
    writeFileSync(`${file}.edited`, other);
    renameSync(`${file}.edited`, file);
  }

  async #checkEnd(api: SoakClient): Promise<void> {
    const { retain } = this.#plan;
    // Retention looks a second after a run has ended.
    await pause(2500);
    const { total } = await api.emulator.runs.list({ query: { limit: '1' } });
    const unfinished = await api.emulator.runs.list({ query: { status: 'NotStarted,Queued,Active', limit: '5' } });
    const { prompts } = await api.emulator.prompts.list();
    if (total > retain) this.#problems.add('runs beyond retention', `${total} are kept`);
    if (unfinished.total > 0) this.#problems.add('runs that never ended', JSON.stringify(unfinished.runs));
    if (prompts.length > 0) this.#problems.add('prompts that nobody can answer', JSON.stringify(prompts[0]));
    const { problem } = await api.emulator.workspace();
    if (problem !== '') this.#problems.add('a workspace that was refused', problem);
  }

  async #checkStop(server: SoakedServer): Promise<void> {
    const code = await server.stop();
    if (code !== 0) this.#problems.add('an exit code', String(code));
    for (const complaint of server.complaints()) this.#problems.add('a complaint of the server', complaint);
  }

  /** Checks after a restart that earlier answers still hold. */
  async #checkRestart(): Promise<void> {
    const server = await startServer(this.#folder);
    const api = clientOf(server.url, this.#send);
    for (const { id, status, output } of this.#seen.slice(-500)) {
      const now = (await api.v0.runs.get({ query: { id } })).status;
      const given = JSON.stringify((await api.v0.runs.getOutputs({ query: { id } })).output);
      if (now !== status || given !== output) this.#problems.add('a run that is another one after a restart', id);
    }
    await this.#checkStop(server);
  }

  #report(milliseconds: number): void {
    const last = new Map(this.#samples.all().map(({ name, points }) => [name, points.at(-1)?.[1] ?? Number.NaN]));
    const figure = (name: string): string => (last.get(name) ?? Number.NaN).toFixed(1);
    this.#plan.say(
      `${(milliseconds / MINUTE).toFixed(1)} min: ${this.#begun} lives, ${figure('resident memory')} MB resident, ` +
        `${figure('heap after a collection')} MB heap, ${figure('the whole data folder')} MB on disk, ` +
        `runs/get p99 ${figure('runs/get, p99')} ms, ${this.#problems.list().length} sorts of problems`,
    );
  }
}

/** Gives kinds of lives in the proportion of their weights, the same ones in every soak. */
function chooser(): () => readonly [string, KindOfLife] {
  const kinds = Object.entries(LIVES);
  const owed = new Map(kinds.map(([name]) => [name, 0]));
  const all = kinds.reduce((sum, [, { weight }]) => sum + weight, 0);
  return () => {
    // The kind that is most behind its share comes next, so that rare kinds are spread evenly.
    for (const [name, { weight }] of kinds) owed.set(name, (owed.get(name) ?? 0) + weight / all);
    const next = kinds.reduce((best, kind) => ((owed.get(kind[0]) ?? 0) > (owed.get(best[0]) ?? 0) ? kind : best));
    owed.set(next[0], (owed.get(next[0]) ?? 0) - 1);
    return next;
  };
}

/** True once per interval in milliseconds; false the first time. */
function every(milliseconds: number): (now: number) => boolean {
  let next = performance.now() + milliseconds;
  return (now) => {
    if (now < next) return false;
    next += milliseconds;
    return true;
  };
}

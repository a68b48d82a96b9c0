import { expect, test } from 'vitest';
import type { StateStore } from '../../electron/emulator/store/state/state.ts';
import type { LogLine, PromptRecord, RunRecord } from '../../electron/emulator/engine/context/records.ts';
import { contentOf, copyOf, finished, line, openOn, prompt, run, session, type Files } from './sample.ts';
import { fc, runs } from '../support/properties.ts';

/**
 * The state against a plain map: whatever is put, compacted, dropped and reopened in whatever order, it holds what the map
 * holds, and what an export of it holds.
 */

interface Model {
  readonly runs: Map<string, RunRecord>;
  readonly logs: Map<string, LogLine[]>;
  readonly prompts: Map<string, PromptRecord>;
  readonly sessions: Map<string, ReturnType<typeof session>>;
  readonly secrets: Map<string, string>;
}

interface Real {
  state: StateStore;
  readonly files: Files;
  /** Opens the state in these files. */
  readonly open: (files: Files) => Promise<StateStore>;
}

type Step = (model: Model, real: Real) => void | Promise<void>;

const number = fc.integer({ min: 0, max: 11 });

const step: fc.Arbitrary<Step> = fc.oneof(
  number.map((n): Step => putRun(run(n))),
  fc.tuple(number, fc.string()).map(([n, failure]): Step => putRun(run(n, { failure, waiting: true }))),
  { arbitrary: number.map((n): Step => putRun(finished(n))), weight: 3 },
  number.map((n): Step => (model, real) => {
    const { id } = run(n);
    if (!model.runs.has(id)) return;
    const known = model.logs.get(id) ?? [];
    const lines = [line(known.length + 1), line(known.length + 2, 'é\n"')];
    model.logs.set(id, [...known, ...lines]);
    real.state.appendLogs(id, lines);
  }),
  fc.tuple(number, number, fc.boolean()).map(([n, of, isOpen]): Step => (model, real) => {
    const { id } = run(of);
    if (!model.runs.has(id)) return;
    const asked = prompt(n, id, isOpen ? {} : { submittedAt: 5, submittedBy: 'usr1' });
    if (model.prompts.get(asked.id)?.runID !== undefined && model.prompts.get(asked.id)?.runID !== id) return;
    model.prompts.set(asked.id, asked);
    real.state.put('prompt', asked);
  }),
  number.map((n): Step => (model, real) => {
    model.sessions.set(session(n).id, session(n));
    real.state.put('session', session(n));
  }),
  fc.tuple(number, fc.string()).map(([n, value]): Step => (model, real) => {
    model.secrets.set(`s${n}`, value);
    real.state.put('secret', { id: `s${n}`, value });
  }),
  number.map((n): Step => (model, real) => {
    removeRun(model, run(n).id);
    real.state.remove('run', run(n).id);
  }),
  number.map((n): Step => (model, real) => {
    model.sessions.delete(session(n).id);
    real.state.remove('session', session(n).id);
  }),
  fc.constant<Step>((model, real) => {
    for (const kept of [model.runs, model.logs, model.prompts, model.sessions]) kept.clear();
    real.state.clear(['secret']);
  }),
  { arbitrary: number.map((n): Step => retain(n)), weight: 1 },
  { arbitrary: fc.constant<Step>((_, { state }) => state.flushed() ?? undefined), weight: 3 },
  { arbitrary: fc.constant<Step>((_, { state }) => state.compact()), weight: 2 },
  { arbitrary: fc.constant<Step>((_, { state }) => void state.compact()), weight: 2 },
  fc.constant<Step>(async (_, real) => {
    await real.state.close();
    real.state = await real.open(real.files);
  }),
  // A crash: what was flushed is there in another process.
  fc.constant<Step>(async (_, real) => {
    await real.state.flushed();
    const crashed = await real.open(copyOf(real.files));
    expect(contentOf(crashed)).toEqual(contentOf(real.state));
    expect(bytesOf(crashed)).toBe(bytesOf(real.state));
    expect(crashed.messages).toEqual([]);
  }),
);

test.each([
  ['process', 1_000_000],
  ['process', 1000],
  ['power', 1000],
] as const)(
  'the state holds and counts what was put, whatever happens to it (%s, %d)',
  async (durability, rewriteAt) => {
    const open = (files: Files): Promise<StateStore> => openOn(files, { durability, rewriteAt });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const files: Files = new Map();
        const real: Real = { state: await open(files), files, open };
        const model: Model = {
          runs: new Map(),
          logs: new Map(),
          prompts: new Map(),
          sessions: new Map(),
          secrets: new Map(),
        };
        for (const take of steps) {
          await take(model, real);
          expect(summaryOf(real.state)).toEqual(expected(model));
        }
        await real.state.close();
        const last = await open(files);
        expect(summaryOf(last)).toEqual(expected(model));
        for (const { id } of [...last.runs({})]) last.remove('run', id);
        for (const { id } of [...last.sessions()]) last.remove('session', id);
        for (const { id } of [...last.all('secret')]) last.remove('secret', id);
        expect(bytesOf(last)).toBe(0);
      }),
      runs(15),
    );
  },
);

function bytesOf({ usage }: StateStore): number {
  return usage.read().state.bytes;
}

function putRun(record: RunRecord): Step {
  return (model, real) => {
    const known = model.runs.get(record.id);
    if (known?.status === 'Succeeded' && record.status !== 'Succeeded') return;
    model.runs.set(record.id, record);
    real.state.put('run', record);
  };
}

function removeRun(model: Model, id: string): void {
  model.runs.delete(id);
  model.logs.delete(id);
  for (const [promptID, { runID }] of model.prompts) if (runID === id) model.prompts.delete(promptID);
}

function retain(n: number): Step {
  return (model, real) => {
    const terminal = [...model.runs.values()]
      .filter(({ status }) => status === 'Succeeded')
      .sort((a, b) => a.createdAt - b.createdAt);
    for (const { id } of terminal.slice(0, Math.max(0, terminal.length - n))) removeRun(model, id);
    real.state.retain(n);
  };
}

function expected({ runs, logs, prompts, sessions, secrets }: Model): unknown {
  const newest = [...runs.values()].sort((a, b) => b.createdAt - a.createdAt);
  const byID = <T extends { id: string }>(items: Iterable<T>): T[] => [...items].sort((a, b) => (a.id < b.id ? -1 : 1));
  return {
    runs: newest.map((record) => ({
      record,
      logs: logs.get(record.id) ?? [],
      prompts: byID([...prompts.values()].filter(({ runID }) => runID === record.id)),
    })),
    prompts: byID(prompts.values()),
    unfinished: newest
      .filter(({ status }) => status === 'Active')
      .map(({ id }) => id)
      .reverse(),
    pending: byID(prompts.values())
      .filter(({ submittedAt }) => submittedAt === null)
      .map(({ id }) => id),
    sessions: byID(sessions.values()).reverse(),
    secrets: Array.from({ length: 12 }, (_, n) => secrets.get(`s${n}`)),
    counts: [runs.size, runs.size],
  };
}

function summaryOf(state: StateStore): unknown {
  return {
    runs: [...state.runs({ taskID: 'tsk1' })].map(({ id }) => ({
      record: state.get('run', id),
      logs: state.logs(id, 1, state.logCount(id) + 1),
      prompts: state.promptsOf(id),
    })),
    prompts: Array.from({ length: 12 }, (_, n) => state.get('prompt', prompt(n, '').id)).filter(
      (found) => found !== undefined,
    ),
    unfinished: state.unfinishedRuns().map(({ id }) => id),
    pending: state.pendingPrompts().map(({ id }) => id),
    sessions: [...state.sessions()],
    secrets: Array.from({ length: 12 }, (_, n) => state.get('secret', `s${n}`)?.value),
    counts: [state.runCount({}), state.runCount({ taskID: 'tsk1' })],
  };
}

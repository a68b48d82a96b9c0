import { Budget } from '../../shared/expression/budget.ts';
import { setTimeout as pause } from 'node:timers/promises';
import type { PromptContent } from '../../shared/model/behavior.ts';
import type { Json, JsonObject } from '../../shared/values/json.ts';
import {
  type ChildRequest,
  type ChildResult,
  type PromptResult,
  type RunContext,
  type Scope,
  type SessionResult,
  PromptCancelledError,
} from '../../electron/emulator/engine/context/behavior-port.ts';

/** A fake run context, with everything the run did to it and controls for its clock and signal. */
export interface FakeRun {
  readonly context: RunContext;
  /** Log lines as `level text`. */
  readonly lines: string[];
  readonly outputs: Json[];
  readonly asks: PromptContent[];
  readonly children: ChildRequest[];
  readonly abort: () => void;
}

/** Values and replies that a fake run context gives. */
export interface FakeRunOptions {
  readonly scope?: Partial<Scope>;
  readonly secrets?: readonly string[];
  readonly prompt?: (ask: PromptContent) => JsonObject | 'cancelled';
  readonly child?: (request: ChildRequest) => Pick<ChildResult, 'status' | 'output' | 'failure'>;
  readonly session?: (runbook: string, paramValues: JsonObject) => Omit<SessionResult, 'sessionID'>;
}

let made = 0;

/** Creates a fake `RunContext` that replies at once and records every call. */
export function fakeRun(options: FakeRunOptions = {}): FakeRun {
  const number = ++made;
  const controller = new AbortController();
  const lines: string[] = [];
  const outputs: Json[] = [];
  const asks: PromptContent[] = [];
  const children: ChildRequest[] = [];
  const sessions: SessionResult[] = [];
  const now = () => Date.now() * 1000;
  const runID = `run20261120z${process.pid}x${number}`;
  const context: RunContext = {
    stepBudget: () => Budget.forStep({ now: Date.now, monotonic: () => performance.now() }),
    nextTurn: () => Promise.resolve(),
    startsFrom: null,
    stepBegan: () => undefined,
    scope: {
      params: {},
      env: { slug: 'prod', name: 'Production', isDefault: true },
      config: {},
      resources: {},
      run: {
        id: runID,
        taskSlug: 'demo',
        sessionID: '',
        createdAt: '2026-11-20 00:00:00.000000+00',
      },
      session: null,
      ...options.scope,
    },
    programParams: options.scope?.params ?? {},
    metadata: {
      sdk: 'acme',
      runID: options.scope?.run?.id ?? runID,
      parentRunID: '',
      sessionID: '',
      taskID: 'tsk1',
      taskSlug: 'demo',
      taskName: 'Demo',
      teamID: 'tea1',
      runtime: 'standard',
      sdkRuntime: 'dev',
      environment: { id: 'env1', slug: 'prod', name: 'Production', isDefault: true },
      runner: { id: 'usr1', email: 'ada@example.com', name: 'Ada' },
    },
    secrets: options.secrets ?? [],
    signal: controller.signal,
    progress: null,
    save: () => undefined,
    log: (level, text) => void lines.push(...text.split('\n').map((line) => `${level} ${line}`)),
    setOutput: (output) => void outputs.push(structuredClone(output)),
    startPrompt: (ask) => `pmt${asks.push(ask) - 1}`,
    promptResult: (id): Promise<PromptResult> => {
      const values = options.prompt?.(asks[Number(id.slice(3))]!) ?? {};
      return values === 'cancelled'
        ? Promise.reject(new PromptCancelledError(id, 'usr1'))
        : Promise.resolve({ id, values, submittedBy: 'usr1' });
    },
    startChild: (request) => `run${children.push(request) - 1}`,
    childResult: (runID) => {
      const result = options.child?.(children[Number(runID.slice(3))]!) ?? {
        status: 'Succeeded',
        output: {},
        failure: '',
      };
      return Promise.resolve({ runID, ...result });
    },
    startSession: (runbook, paramValues) => {
      const result = options.session?.(runbook, paramValues) ?? { status: 'Succeeded', failure: '' };
      return `ses${sessions.push({ sessionID: `ses${sessions.length}`, ...result }) - 1}`;
    },
    sessionResult: (id) => Promise.resolve(sessions[Number(id.slice(3))]!),
    now,
    clock: { reading: () => undefined, subscribe: () => () => undefined },
    setIdleCheck: () => undefined,
    idleUntil: (promise) => promise,
    sleepUntil: (at) => pause(Math.max(0, (at - now()) / 1000)),
    apiKey: () => `tkn_run_${number}`,
  };
  return { context, lines, outputs, asks, children, abort: () => controller.abort() };
}

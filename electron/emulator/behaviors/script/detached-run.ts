import { Budget } from '../../../../shared/expression/budget.ts';
import type { RunContext } from '../../engine/context/behavior-port.ts';
import { wallTime, performance } from '../../timers/timers.ts';
import type { Json } from '../../../../shared/values/json.ts';

/** Work in the process of a script that belongs to no run: it has no key, logs nothing, and starts nothing in the service. */
export function detachedRun(id: string, signal: AbortSignal, setOutput: (output: Json) => void): RunContext {
  const none = (): never => {
    throw new Error('nothing can be executed while definitions are read');
  };
  const environment = { id: '', slug: '', name: '', isDefault: true };
  const names = { sdk: undefined, runID: id, parentRunID: '', sessionID: '', taskID: '', taskSlug: id, taskName: '' };
  return {
    scope: {
      ...{ params: {}, config: {}, resources: {}, session: null },
      env: { slug: '', name: '', isDefault: true },
      run: { id, taskSlug: id, sessionID: '', createdAt: '' },
    },
    programParams: {},
    metadata: {
      ...{ ...names, teamID: '', runtime: '', sdkRuntime: 'dev', environment },
      runner: { id: '', email: '', name: '' },
    },
    secrets: [],
    ...{ signal, progress: null, startsFrom: null, setOutput },
    stepBudget: () => Budget.forStep({ now: wallTime, monotonic: () => performance.now() }),
    nextTurn: () => Promise.resolve(),
    save: () => undefined,
    stepBegan: () => undefined,
    log: () => undefined,
    ...{ startPrompt: none, promptResult: none, startChild: none, childResult: none },
    ...{ startSession: none, sessionResult: none, sleepUntil: none, apiKey: () => '' },
    now: () => wallTime() * 1000,
    clock: { reading: () => undefined, subscribe: () => () => undefined },
    setIdleCheck: () => undefined,
    idleUntil: (promise) => promise,
  };
}

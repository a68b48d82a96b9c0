import { checkPath } from '../../../json-shape.ts';
import type { Channel, PendingRequests } from './channel.ts';
import { jsonObjectOf, jsonOf } from './to-json.ts';
import type { StartMessage } from '../../protocol/protocol.ts';
import type { ScriptContext, ScriptOutput } from '../../../../../../shared/script-context.d.ts';
import type { ScriptClock } from '../../../../engine/context/behavior-port.ts';
import { performance } from '../../../../timers/timers.ts';

/** Creates the context of a script; see `shared/script-context.d.ts`. */
export function createScriptContext(
  scope: StartMessage['scope'],
  channel: Channel,
  requests: PendingRequests,
  signal: AbortSignal,
): ScriptContext {
  const log = (level: 'debug' | 'info' | 'warning' | 'error') => (text: unknown) => channel.log(level, String(text));
  return {
    ...scope,
    log: { debug: log('debug'), info: log('info'), warning: log('warning'), error: log('error') },
    console,
    output: outputOf(channel),
    prompt: async (ask) => requests.request('prompt', jsonObjectOf(ask, 'the argument of prompt()')),
    execute: async (task, paramValues, options) =>
      requests.request('execute', {
        task: slugOf(task, 'execute()'),
        paramValues: jsonObjectOf(paramValues, 'paramValues'),
        resources: jsonObjectOf(options?.resources, 'resources'),
      }),
    executeRunbook: async (runbook, paramValues) =>
      requests.request('executeRunbook', {
        runbook: slugOf(runbook, 'executeRunbook()'),
        paramValues: jsonObjectOf(paramValues, 'paramValues'),
      }),
    sleep: async (seconds) => {
      if (!Number.isFinite(seconds) || seconds < 0) throw new TypeError('sleep() takes a number of seconds');
      await requests.request('sleep', seconds);
    },
    now: () => new Date(),
    fetch: (input, init) => fetch(input, { signal, ...init }),
    signal,
  };
}

function outputOf(channel: Channel): ScriptOutput {
  return {
    set: (...args: [unknown] | [unknown, unknown]) => {
      const path = args.length === 1 ? '' : pathOf(args[0]);
      channel.record({ do: 'set', path, json: jsonOf(args.length === 1 ? args[0] : args[1], nameOf(path)) });
    },
    append: (path, value) => {
      channel.record({ do: 'append', path: pathOf(path), json: jsonOf(value, nameOf(path)) });
    },
  };
}

function nameOf(path: string): string {
  return path === '' ? 'output' : `output.${path}`;
}

function pathOf(path: unknown): string {
  if (typeof path !== 'string') throw new TypeError('the path of an output must be a string of keys joined by dots');
  checkPath(path);
  return path;
}

function slugOf(slug: unknown, what: string): string {
  if (typeof slug !== 'string' || slug === '') throw new TypeError(`${what} takes a slug or ID`);
  return slug;
}

/** Names that exist only as fields of the default function's argument. */
const CONTEXT_NAMES: Readonly<Record<Exclude<keyof ScriptContext, keyof typeof globalThis>, true>> = {
  params: true,
  env: true,
  config: true,
  resources: true,
  run: true,
  task: true,
  runner: true,
  api: true,
  log: true,
  output: true,
  prompt: true,
  execute: true,
  executeRunbook: true,
  sleep: true,
  now: true,
  signal: true,
};

/** A hint for a ReferenceError that names a field of the default function's argument; '' for other errors. */
export function hintOf({ name, message }: Error): string {
  const [, missing = ''] = (name === 'ReferenceError' ? /^(\w+) is not defined$/.exec(message) : null) ?? [];
  if (!Object.hasOwn(CONTEXT_NAMES, missing)) return '';
  return `: it is a field of the default function's argument, as in export default async ({ ${missing} }) => { … }`;
}

const MachineDate = Date;

/** Milliseconds since 1970 by the emulated clock, or by the machine's. */
let present: () => number = () => MachineDate.now();
let isInstalled = false;

/** Makes `Date` follow an emulated clock from now on. Without one, it shows the machine's time. */
export function followClock(clock: ScriptClock | undefined): void {
  if (clock === undefined) {
    present = () => MachineDate.now();
    return;
  }
  const since = performance.now();
  present = () => Math.floor(clock.at + (performance.now() - since) * clock.pace);
  if (!isInstalled) install();
}

/** Replaces the global `Date`. Its prototype is shared, so that `instanceof` holds for every date. */
function install(): void {
  isInstalled = true;
  const now = (): number => present();
  const emulated: DateConstructor = new Proxy(MachineDate, {
    construct: (target, args: unknown[], newTarget: Newable) =>
      Reflect.construct(target, args.length === 0 ? [present()] : args, newTarget) as Date,
    apply: () => new MachineDate(present()).toString(),
    get: (target, name, receiver): unknown => (name === 'now' ? now : Reflect.get(target, name, receiver)),
  });
  MachineDate.prototype.constructor = emulated;
  globalThis.Date = emulated;
}

type Newable = new (...args: never[]) => unknown;

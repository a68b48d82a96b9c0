import { join, resolve } from 'node:path';
import {
  RULES,
  type AnswerItem,
  type FaultItem,
  type NewAnswer,
  type NewFault,
} from '../../shared/contract/emulator/rules.ts';
import { TrafficFilter, TrafficSend } from '../../shared/contract/emulator/traffic.ts';
import { Workspace, WORKSPACE_SCHEMA_URL, type AuthoredWorkspace } from '../../shared/model/workspace.ts';
import { ClockAdvance, ClockChange } from '../../shared/contract/emulator/clock.ts';
import { WaitRequest, type WaitAnswers, type WaitOptions } from '../../shared/contract/emulator/wait.ts';
import type { CoverageView } from '../../shared/contract/emulator/coverage.ts';
import { NewSandbox } from '../../shared/contract/emulator/sandboxes.ts';
import type { Finding } from '../../shared/contract/emulator/findings.ts';
import type { RuleListName } from '../../shared/registry/collections.ts';
import {
  composeEmulator,
  type Emulator,
  type EmulatorOptions,
  type WorkspaceSource,
  type RuleItem,
  type RuleRequestOf,
  type RuleStore,
} from '../emulator/emulator.ts';
import { builtWindow } from '../emulator/host/built-window.ts';
import { lineLogger, SILENT } from '../emulator/host/logger.ts';
import { StartError } from '../emulator/host/start-error.ts';
import { checked } from './checked-options.ts';
import { checkpointsOf, type CheckpointOperations } from './library-checkpoints.ts';
import { hostProblem, isLoopback } from './flags/reachable-host.ts';

export type { AuthoredWorkspace, Workspace } from '../../shared/model/workspace.ts';
export type { WaitAnswers, WaitOptions } from '../../shared/contract/emulator/wait.ts';
export type { CoverageView } from '../../shared/contract/emulator/coverage.ts';
export type { Finding } from '../../shared/contract/emulator/findings.ts';
export type { AnswerItem, FaultItem, NewAnswer, NewFault } from '../../shared/contract/emulator/rules.ts';
export type { Checkpoint, CheckpointDifferences, RecordDifferences } from './library-checkpoints.ts';

/** Options of an emulator for a test suite; all are optional. */
export interface StartOptions {
  /** The definitions, or the path of a workspace file; none by default. A file is never written unless `data` is given. */
  readonly workspace?: AuthoredWorkspace | string;
  /** Path of a `.hangar-bundle` to open in memory, with its definitions, state, traffic and findings; on loopback only. */
  readonly bundle?: string;
  /** Folder of the state; without one nothing is written to disk. */
  readonly data?: string;
  /** Port to listen on; any free one by default. */
  readonly port?: number;
  /** Address to listen on, 127.0.0.1 by default. Any but loopback needs an `adminToken` of at least 16 characters. */
  readonly host?: string;
  /** An API key to accept; `apiKey` of the result is then known beforehand. */
  readonly apiKey?: string;
  /** Token that `/_emulator` requires, as `Authorization: Bearer`. */
  readonly adminToken?: string;
  /** Host names accepted in addition to loopback. */
  readonly allowedHosts?: readonly string[];
  /** Origins that may call `/v0` from a browser. */
  readonly corsOrigins?: readonly string[];
  /** The emulated clock at the start. With `data`, it does not go back before the time that the state has reached. */
  readonly clock?: ClockOptions;
  /** Receives warnings and errors as lines; without it they are discarded. */
  readonly onMessage?: (line: string) => void;
}

/** A change of the emulated clock; what is left out stays as it is. */
export interface ClockOptions {
  /** An RFC 3339 time, not before the emulated time. */
  readonly now?: string;
  readonly state?: 'running' | 'frozen';
  /** Emulated seconds per second, 1 to 86,400. */
  readonly speed?: number;
  /** Skip waits while nothing else goes on. */
  readonly autoSkip?: boolean;
}

/** The distance of an advance of the emulated clock. */
export type ClockAdvanceOptions = (
  { readonly seconds: number } | { readonly to: string } | /** To the soonest upcoming item. */ { readonly next: true }
) & {
  /** Time of the machine to wait for scripts, commands and requests, in seconds; 10 by default. */
  readonly waitSeconds?: number;
};

/** One thing that time will do or has done. Times have the form of the service. */
export interface ClockEvent {
  readonly at: string;
  readonly kind: 'wait' | 'queue' | 'timeout' | 'answer';
  readonly runID: string;
}

/** Work that time cannot finish. */
export interface BusyWork {
  readonly kind: 'script' | 'command' | 'request';
  readonly runID: string;
}

/** The emulated clock, as `GET /_emulator/clock` answers it. */
export interface ClockReading {
  readonly now: string;
  readonly state: 'running' | 'frozen';
  readonly speed: number;
  readonly offsetSeconds: number;
  readonly autoSkip: boolean;
  readonly upcoming: readonly ClockEvent[];
  readonly busy: readonly BusyWork[];
}

/** The result of an advance. */
export interface ClockAdvanceResult {
  readonly now: string;
  readonly events: readonly ClockEvent[];
  /** True after 10,000 events: advance again. */
  readonly more: boolean;
  /** Work that did not get to its next wait or its end in time. */
  readonly blockedBy: readonly BusyWork[];
}

/** The emulated clock: timestamps, waits, timeouts and expiry follow it. */
export interface EmulatorClock {
  readonly read: () => ClockReading;
  /** Moving `now` forward does what becomes due. Rejects when an option is wrong. */
  readonly set: (options: ClockOptions) => Promise<ClockReading>;
  /** Everything due happens in order, each at its own instant. Rejects when an option is wrong. */
  readonly advance: (options: ClockAdvanceOptions) => Promise<ClockAdvanceResult>;
}

/** A list of rules of the test lab. */
interface RuleList<NewRule, Item> {
  /** The rules of the workspace first, then those added here, each with its counters. */
  readonly list: () => Item[];
  /** Adds one rule, or all of a list or none. Rejects when one is not valid, or its slug is taken. */
  readonly add: (rules: NewRule | readonly NewRule[]) => Promise<Item[]>;
  /** Replaces a rule by ID or slug; its counters stay. */
  readonly replace: (id: string, rule: NewRule) => Promise<Item>;
  /** Removes a rule by ID or slug. */
  readonly remove: (id: string) => Promise<void>;
  /** Removes all rules that are not in the workspace. */
  readonly clear: () => void;
  /** Sets the counters of all rules to zero. */
  readonly restart: () => void;
}

/** Changes to a request that is sent again. */
export interface SendAgainOptions {
  /** Another body: a text as it is, any other value as JSON. */
  readonly body?: unknown;
  /** Headers to replace or add; null removes one. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** Signs the body anew: HMAC-SHA256, as `sha256=` and hexadecimal digits in this header. */
  readonly sign?: { readonly secret: string; readonly header: string };
}

/** Requests of the traffic log; what is given must all hold. */
export interface TrafficFilterOptions {
  /** At most so many, the latest ones: 1,000 by default. */
  readonly limit?: number;
  /** Those that made, named or concern this run, by ID. */
  readonly run?: string;
  /** Deliveries to this webhook, as task-id/slug. */
  readonly webhook?: string;
  /** Those that began before this request, by ID. */
  readonly before?: string;
}

/** A request in the traffic log. */
export interface SentRequest {
  readonly id: string;
  /** 0 when no answer arrived. */
  readonly status: number;
}

/** Operations of an emulator that runs in this process. */
interface EmulatorOperations {
  /** Base URL, without a final slash. */
  readonly url: string;
  /** An API key with all permissions. */
  readonly apiKey: string;
  readonly workspace: {
    /** The definitions in use, with defaults filled in. */
    readonly current: () => Workspace;
    /** Changes the definitions. Rejects when the result is not a valid workspace. */
    readonly change: (edit: (workspace: Workspace) => AuthoredWorkspace) => Promise<void>;
  };
  readonly clock: EmulatorClock;
  /** Faults that clients meet (lab, "Faults"). */
  readonly faults: RuleList<NewFault, FaultItem>;
  /** Rules that answer prompts (lab, "Automatic answers"). */
  readonly answers: RuleList<NewAnswer, AnswerItem>;
  /** Mistakes of clients (lab, "Findings"). */
  readonly findings: {
    /** Newest first. */
    readonly list: () => Finding[];
    /** With runs that nobody read and faults that were not used up: for the end of a test. */
    readonly atEnd: () => Finding[];
    /** Forgets them, and what clients have done so far. */
    readonly clear: () => void;
  };
  /** Calls, answers, faults and decisions that clients have met (lab, "Coverage"). */
  readonly coverage: {
    readonly read: () => CoverageView;
    /** Sets all counts to zero. */
    readonly clear: () => void;
  };
  readonly traffic: {
    /**
     * Sends a request of the traffic log again, by its ID, as it was or changed. Rejects when it is not in the log, or its
     * body is not kept whole.
     */
    readonly send: (id: string, options?: SendAgainOptions) => Promise<SentRequest>;
    /**
     * The latest requests as an HTTP archive (HAR 1.2), oldest first: JSON, such as for an artifact of a failed test.
     * Secrets are replaced by placeholders.
     */
    readonly har: (filter?: TrafficFilterOptions) => Promise<string>;
  };
  /**
   * Waits until all has settled, or for a run, a prompt or requests; at most `timeoutSeconds` of the machine's time, 10 by
   * default. Then it rejects with an error whose `code` is `timeout` and whose `state` is what there is instead.
   */
  readonly waitFor: WaitFor<'settled'> & WaitFor<'run'> & WaitFor<'prompt'> & WaitFor<'request'>;
  readonly checkpoints: CheckpointOperations;
  /** Ends every run and empties the state; definitions and keys stay. */
  readonly reset: () => Promise<void>;
}

/** A function that waits for one kind of thing. */
type WaitFor<For extends keyof WaitAnswers> = (
  wait: Extract<WaitOptions, { readonly for: For }>,
) => Promise<WaitAnswers[For]>;

/** An emulator that runs in this process. */
export interface RunningEmulator extends EmulatorOperations {
  /** Starts an emulator of its own in memory, such as one for each test (lab, "Sandboxes"). At most 64 at a time. */
  readonly sandbox: (options?: SandboxOptions) => Promise<Sandbox>;
  /** Stops the server and all runs, ends all sandboxes, and closes all files. */
  readonly stop: () => Promise<void>;
}

/** The source of a sandbox, and its end; both are optional. */
export interface SandboxOptions {
  /** `definitions` (the default): those of the emulator at this moment, with an empty state; or the name of a checkpoint. */
  readonly from?: string;
  /** Ends after this many seconds without a request: 1 to 86,400, 600 by default. */
  readonly idleSeconds?: number;
}

/** An emulator of its own, with the definitions and keys of the one that made it. */
export interface Sandbox extends EmulatorOperations {
  readonly id: string;
  /** Ends it. It may have ended already. */
  readonly close: () => Promise<void>;
}

/** Starts an emulator in this process. Several can run side by side, each with its own `data`. */
export async function startEmulator(options: StartOptions = {}): Promise<RunningEmulator> {
  const emulator = await composeEmulator(emulatorOptions(options));
  return {
    ...operationsOf(emulator),
    sandbox: (sandbox = {}) => startSandbox(emulator, sandbox),
    stop: () => emulator.stop(),
  };
}

async function startSandbox({ sandboxes }: Emulator, options: SandboxOptions): Promise<Sandbox> {
  const { row, server, close } = await sandboxes.create(checked(NewSandbox, options, 'sandbox'));
  return { ...operationsOf(server), id: row.id, close };
}

function operationsOf(emulator: Emulator): EmulatorOperations {
  return {
    url: emulator.url,
    apiKey: emulator.apiKey,
    workspace: {
      current: () => emulator.workspace.current(),
      change: (edit) => emulator.workspace.change((workspace) => Workspace.parse(edit(workspace))),
    },
    clock: clockOf(emulator),
    faults: ruleList(emulator.lab.rules.faults, (fault: NewFault) => checked(RULES.faults.Body, fault, 'fault')),
    answers: ruleList(emulator.lab.rules.answers, (rule: NewAnswer) => checked(RULES.answers.Body, rule, 'answer')),
    findings: emulator.lab.findings,
    coverage: { read: () => emulator.lab.coverage.read(), clear: () => emulator.lab.coverage.clear() },
    traffic: {
      send: async (id, options = {}) => emulator.sendAgain(id, checked(TrafficSend, options, 'send')),
      har: async (filter = {}) => emulator.har(checked(TrafficFilter, filter, 'har')),
    },
    // The answer is of the kind that was waited for.
    waitFor: (async (wait) => emulator.waitFor(checked(WaitRequest, wait, 'waitFor'))) as RunningEmulator['waitFor'],
    checkpoints: checkpointsOf(emulator),
    reset: () => emulator.reset(),
  };
}

function clockOf({ engine: { clock } }: Emulator): EmulatorClock {
  return {
    read: () => clock.read(),
    set: async (options) => clock.set(checked(ClockChange, options, 'clock')),
    advance: async (options) => {
      const { seconds, to, waitSeconds } = checked(ClockAdvance, options, 'clock');
      return clock.advance(seconds !== undefined ? { seconds } : to === undefined ? undefined : { to }, waitSeconds);
    },
  };
}

function ruleList<Name extends RuleListName, NewRule extends object>(
  store: RuleStore<Name>,
  read: (rule: NewRule) => RuleRequestOf<Name>,
): RuleList<NewRule, RuleItem<Name>> {
  return {
    list: () => store.items,
    add: async (added) => store.add(isList(added) ? added.map(read) : read(added)),
    replace: async (id, rule) => store.replace(id, read(rule)),
    remove: (id) => store.remove(id),
    clear: () => store.removeRuntime(),
    restart: () => store.restart(),
  };
}

function isList<Item extends object>(value: Item | readonly Item[]): value is readonly Item[] {
  return Array.isArray(value);
}

function emulatorOptions({ workspace, data, bundle, clock, onMessage, ...rest }: StartOptions): EmulatorOptions {
  const host = rest.host ?? '127.0.0.1';
  const problem = hostProblem(host, { name: 'adminToken', text: rest.adminToken });
  if (problem !== undefined) throw new StartError('usage', `The host ${problem}.`);
  if (bundle !== undefined && (workspace !== undefined || data !== undefined || !isLoopback(host)))
    throw new StartError('usage', 'A bundle has definitions and a state of its own, and is served on loopback only.');
  return {
    port: rest.port ?? 0,
    host,
    data: data === undefined ? null : resolve(data),
    workspace: workspaceOf(workspace, data),
    ...(bundle === undefined ? {} : { bundle: resolve(bundle) }),
    apiKey: rest.apiKey ?? null,
    adminToken: rest.adminToken ?? null,
    allowedHosts: rest.allowedHosts ?? [],
    corsOrigins: rest.corsOrigins ?? [],
    durability: 'process',
    ...(clock === undefined ? {} : { clock: checked(ClockChange, clock, 'clock') }),
    gui: builtWindow(import.meta.url),
    logger: onMessage === undefined ? SILENT : lineLogger({ info: () => undefined, alert: onMessage }, 'text', true),
  };
}

/** Given definitions stay in memory; without any, those of the data folder are used. */
function workspaceOf(workspace: StartOptions['workspace'], data: string | undefined): WorkspaceSource {
  const given = typeof workspace === 'object' ? workspace : undefined;
  const path =
    typeof workspace === 'string' ? workspace : data === undefined ? undefined : join(data, 'workspace.json');
  return {
    file: path === undefined || given !== undefined ? null : resolve(path),
    initial: given ?? { $schema: WORKSPACE_SCHEMA_URL, version: 1 },
    mustExist: typeof workspace === 'string',
  };
}

import {
  RULES,
  type AnswerItem,
  type FaultItem,
  type NewAnswer,
  type NewFault,
} from '../../shared/contract/emulator/rules.ts';
import { TrafficFilter, TrafficSend } from '../../shared/contract/emulator/traffic.ts';
import { Workspace, type AuthoredWorkspace } from '../../shared/model/workspace.ts';
import { Release, type HeldRequest, type NewRelease } from '../../shared/contract/emulator/held-requests.ts';
import { Schedule } from '../../shared/model/schedule.ts';
import { WaitRequest, type WaitAnswers, type WaitOptions } from '../../shared/contract/emulator/wait.ts';
import type { CoverageView } from '../../shared/contract/emulator/coverage.ts';
import { NewSandbox } from '../../shared/contract/emulator/sandboxes.ts';
import type { HeldCounts } from '../../shared/contract/emulator/release.ts';
import type { Finding } from '../../shared/contract/emulator/findings.ts';
import {
  type Emulator,
  type RuleItem,
  type RuleRequestOf,
  type RuleStore,
  composeEmulator,
} from '../emulator/emulator.ts';
import { builtWindow } from '../emulator/host/built-window.ts';
import { checked } from './flags/checked-options.ts';
import { checkpointsOf, type CheckpointOperations } from './library-checkpoints.ts';
import { emulatorOptions, type StartOptions } from './library-options.ts';
import { type EmulatorClock, clockOf } from './library-clock.ts';
import type { RuleListName } from '../../shared/registry/collections.ts';
import { withAgents } from './with-agents.ts';

export type { ExploreClient, ExploreClientOptions } from './explore/library-explore.ts';
export type { ExploreOptions, ExploreResult } from './explore/library-explore.ts';
export type { Counterexample, ExploreReport } from './explore/result.ts';
export type { StartOptions } from './library-options.ts';
export type { AuthoredWorkspace, Workspace } from '../../shared/model/workspace.ts';
export type { WaitAnswers, WaitOptions } from '../../shared/contract/emulator/wait.ts';
export type { CoverageView } from '../../shared/contract/emulator/coverage.ts';
export type { HeldRequest } from '../../shared/contract/emulator/held-requests.ts';
export type { HeldCounts } from '../../shared/contract/emulator/release.ts';
export type { Finding } from '../../shared/contract/emulator/findings.ts';
export type { AnswerItem, FaultItem, NewAnswer, NewFault } from '../../shared/contract/emulator/rules.ts';
export type {
  BusyWork,
  ClockAdvanceOptions,
  ClockAdvanceResult,
  ClockEvent,
  ClockOptions,
  ClockReading,
  EmulatorClock,
} from './library-clock.ts';
export type { Checkpoint, CheckpointDifferences, RecordDifferences } from './library-checkpoints.ts';

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
  /** Findings about clients (lab, "Findings"). */
  readonly findings: {
    /** Newest first. */
    readonly list: () => Finding[];
    /** Findings at the end of a test, including unread runs and unused faults. */
    readonly atEnd: () => Finding[];
    /** Clears the findings, and forgets earlier requests. */
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
     * Sends a request of the traffic log again, by its ID, unchanged or changed. Rejects when it is not in the log, or its body
     * is truncated.
     */
    readonly send: (id: string, options?: SendAgainOptions) => Promise<SentRequest>;
    /**
     * The latest requests as an HTTP archive (HAR 1.2), oldest first: JSON, such as for an artifact of a failed test.
     * Secrets are replaced by placeholders.
     */
    readonly har: (filter?: TrafficFilterOptions) => Promise<string>;
  };
  /**
   * Waits until all work has settled, or for a run, a prompt, requests or held requests; at most `timeoutSeconds` of the machine's time, 10 by
   * default. Then it rejects with an error whose `code` is `timeout` and whose `state` is the current state.
   */
  readonly waitFor: WaitFor<'settled'> & WaitFor<'run'> & WaitFor<'prompt'> & WaitFor<'request'> & WaitFor<'held'>;
  readonly checkpoints: CheckpointOperations;
  /** The requests that faults of kind `hold` keep. */
  readonly held: {
    /** Oldest first. */
    readonly list: () => HeldRequest[];
    /** Lets a request go on, or gives it something else. Throws for one that is not held. */
    readonly release: (id: string, instead?: Instead) => HeldRequest;
    /** Lets all go on, oldest first; returns what they were. */
    readonly releaseAll: () => HeldRequest[];
  };
  /** Applies a schedule of an exploration instead of any before; calls are numbered from 1 again. An empty one removes it. */
  readonly applySchedule: (schedule: readonly object[]) => Promise<void>;
  /**
   * Lets a run of a bundle go on that is held, with everything that belongs to it, or all when no ID is given. Throws for an
   * unknown ID.
   */
  readonly release: (runID?: string) => HeldCounts;
  /** Ends every run and empties the state; definitions and keys stay. */
  readonly reset: () => Promise<void>;
}

/** A fault that a held request gets instead of its answer. */
export type Instead = NonNullable<NewRelease['instead']>;

/** A function for one kind of wait. */
type WaitFor<For extends keyof WaitAnswers> = (
  wait: Extract<WaitOptions, { readonly for: For }>,
) => Promise<WaitAnswers[For]>;

/** An emulator that runs in this process. */
export interface RunningEmulator extends EmulatorOperations {
  /** Starts a separate emulator in memory, such as one for each test (lab, "Sandboxes"). At most 64 at a time. */
  readonly sandbox: (options?: SandboxOptions) => Promise<Sandbox>;
  /** Stops the server and all runs, ends all sandboxes, and closes all files. */
  readonly stop: () => Promise<void>;
}

/** Options of a sandbox. */
export interface SandboxOptions {
  /** `definitions` (the default): the current ones of the emulator, with an empty state; or the name of a checkpoint. */
  readonly from?: string;
  /** Ends after this many seconds without a request: 1 to 86,400, 600 by default. */
  readonly idleSeconds?: number;
}

/** A separate emulator, with the definitions and keys of its parent. */
export interface Sandbox extends EmulatorOperations {
  readonly id: string;
  /** Ends it. It may have ended already. */
  readonly close: () => Promise<void>;
}

/** Starts an emulator in this process. Several can run side by side, each with its own `data`. */
export async function startEmulator(options: StartOptions = {}): Promise<RunningEmulator> {
  const emulator = await composeEmulator(withAgents(emulatorOptions(builtWindow(import.meta.url), options)));
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
    coverage: { read: () => emulator.lab.coverage.read(), clear: () => void emulator.lab.coverage.clear() },
    traffic: {
      send: async (id, options = {}) => emulator.sendAgain(id, checked(TrafficSend, options, 'send')),
      har: async (filter = {}) => emulator.har(checked(TrafficFilter, filter, 'har')),
    },
    // The answer is of the requested kind.
    waitFor: (async (wait) => emulator.waitFor(checked(WaitRequest, wait, 'waitFor'))) as RunningEmulator['waitFor'],
    checkpoints: checkpointsOf(emulator),
    held: {
      list: () => emulator.held.list(),
      release: (id, instead) => emulator.held.release(id, checked(Release, { instead }, 'release')),
      releaseAll: () => emulator.held.releaseAll(),
    },
    applySchedule: (schedule) => emulator.lab.schedule.apply(checked(Schedule, schedule, 'applySchedule')),
    release: (runID) => (runID === undefined ? emulator.engine.release.all() : emulator.engine.release.run(runID)),
    reset: () => emulator.reset(),
  };
}

/** Changes to a request that is sent again. */
export interface SendAgainOptions {
  /** A new body: a text unchanged, any other value as JSON. */
  readonly body?: unknown;
  /** Headers to replace or add; null removes one. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** Signs the body again: HMAC-SHA256, as `sha256=` and hexadecimal digits in this header. */
  readonly sign?: { readonly secret: string; readonly header: string };
}

/** Selects requests of the traffic log that meet all given conditions. */
export interface TrafficFilterOptions {
  /** Maximum number, the latest ones; 1,000 by default. */
  readonly limit?: number;
  /** Requests that created or named this run, by ID. */
  readonly run?: string;
  /** Deliveries to this webhook, as `task ID/slug`. */
  readonly webhook?: string;
  /** Requests that began before this one, by ID. */
  readonly before?: string;
}

/** A request in the traffic log. */
export interface SentRequest {
  readonly id: string;
  /** 0 when no answer arrived. */
  readonly status: number;
}

/** A list of rules of the test lab. */
interface RuleList<NewRule, Item> {
  /** The rules of the workspace, then the added ones, each with its counters. */
  readonly list: () => Item[];
  /** Adds one rule, or all rules of a list or none. Rejects an invalid rule, and a taken slug. */
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

function ruleList<Name extends RuleListName, NewRule extends object>(
  store: RuleStore<Name>,
  read: (rule: NewRule) => RuleRequestOf<Name>,
): RuleList<NewRule, RuleItem<Name>> {
  return {
    list: () => store.items,
    add: async (added) => store.add(isList(added) ? added.map(read) : read(added)),
    replace: async (id, rule) => store.replace(id, read(rule)),
    remove: async (id) => void (await store.remove(id)),
    clear: () => store.removeRuntime(),
    restart: () => store.restart(),
  };
}

function isList<Item extends object>(value: Item | readonly Item[]): value is readonly Item[] {
  return Array.isArray(value);
}

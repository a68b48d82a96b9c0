import { resolve } from 'node:path';
import { types } from 'node:util';
import { NewSandbox } from '../../shared/contract/emulator/sandboxes.ts';
import { Schedule } from '../../shared/model/schedule.ts';
import { StartError } from '../emulator/host/start-error.ts';
import { checked } from './flags/checked-options.ts';
import { connect, type Hangar as Client } from './client/hangar.ts';
import { failureOf, fittingOutcome, fittingTest, givenTest, placeOfCall } from './suite-test.ts';
import type {
  AnswerItem,
  ClockAdvanceOptions,
  ClockAdvanceResult,
  ClockOptions,
  ClockReading,
  ExploreOptions,
  ExploreResult,
  FaultItem,
  Finding,
  NewAnswer,
  NewFault,
  RunningEmulator,
} from './library.ts';
import { clearTimeout, setTimeout } from '../emulator/timers/timers.ts';

/** Options of an emulator for one test; all are optional. */
export interface HangarOptions {
  /** Path of the workspace file, used without `HANGAR_URL`; `hangar.json` by default. It is never written. */
  readonly workspace?: string;
  /** `definitions` (the default) for an empty state, or the name of a checkpoint. */
  readonly from?: string;
  /** The test that it is for, which the page Tests of the Hangar at `HANGAR_URL` then shows. */
  readonly test?: HangarTest;
}

/** A place in the sources of a suite. */
export interface SuitePlace {
  /** Path, as the runner shows it. */
  readonly file?: string;
  /** From 1. */
  readonly line?: number | null;
}

/** A test of a suite. */
export interface HangarTest extends SuitePlace {
  readonly name: string;
}

/** The outcome of a test, with the assertion that failed. */
export interface HangarOutcome extends SuitePlace {
  readonly state: 'passed' | 'failed';
  readonly message?: string;
}

/** A list of rules of the test lab. */
export interface HangarRules<NewRule, Item> {
  /** Adds a rule. Rejects an invalid rule, and a taken slug. */
  readonly add: (rule: NewRule) => Promise<Item>;
  /** The rules of the workspace, then the added ones, each with its counters. */
  readonly list: () => Promise<Item[]>;
  /** Removes a rule by ID or slug. */
  readonly remove: (id: string) => Promise<void>;
}

/** An emulator for one test: point the program under test at `url`, with `apiKey`. */
export interface Hangar {
  /** Base URL, without a final slash. */
  readonly url: string;
  /** An API key with all permissions. */
  readonly apiKey: string;
  /**
   * Waits until all work has settled, or for a run, a prompt or requests; at most `timeoutSeconds`, 10 by default. Then it
   * rejects with an error whose `code` is `timeout` and whose `state` is the current state.
   */
  readonly waitFor: RunningEmulator['waitFor'];
  readonly clock: {
    readonly read: () => Promise<ClockReading>;
    /** Freezes, resumes, speeds up or moves the clock forward. */
    readonly set: (options: ClockOptions) => Promise<ClockReading>;
    /** Runs everything that becomes due, in order and each at its time. */
    readonly advance: (options: ClockAdvanceOptions) => Promise<ClockAdvanceResult>;
  };
  /** Faults that the program under test meets. */
  readonly faults: HangarRules<NewFault, FaultItem>;
  /** Rules that answer prompts. */
  readonly answers: HangarRules<NewAnswer, AnswerItem>;
  /** Findings about the program under test. */
  readonly findings: {
    /** Newest first. */
    readonly list: () => Promise<Finding[]>;
  };
  /** Tells the outcome of the test that was named, for the page Tests; nothing happens when none was. */
  readonly outcome: (outcome: HangarOutcome) => Promise<void>;
  /** Applies a schedule of an exploration instead of any before; calls are numbered from 1 again. */
  readonly applySchedule: (schedule: readonly object[]) => Promise<void>;
  /** Ends the emulator. */
  readonly close: () => Promise<void>;
}

/**
 * Starts an emulator for one test: a sandbox of the Hangar at `HANGAR_URL`, such as that of `hangar exec`, with
 * `HANGAR_ADMIN_TOKEN` if it needs one. Without `HANGAR_URL`, a sandbox of an emulator in this process, which ends when no test
 * uses it.
 */
export async function openHangar({ workspace = 'hangar.json', from, test }: HangarOptions = {}): Promise<Hangar> {
  const named = test === undefined ? undefined : fittingTest(test);
  const given = { ...(from === undefined ? {} : { from }), ...(named === undefined ? {} : { test: named }) };
  const body = checked(NewSandbox, given, 'openHangar');
  const parent = await parentFor(workspace);
  try {
    const { id, url, apiKey } = await parent.client.api.sandboxes.create({ body });
    const sandbox = connect(new URL(url), parent.adminToken);
    return {
      ...operationsOf(sandbox.api),
      ...{ url, apiKey },
      outcome: async (outcome) => {
        if (named !== undefined)
          await parent.client.api.sandboxes.outcome({ params: { id }, body: fittingOutcome(outcome) });
      },
      close: async () => {
        sandbox.close();
        // Ignored: it may have ended already.
        await parent.client.api.sandboxes.remove({ params: { id } }).catch(() => undefined);
        parent.release();
      },
    };
  } catch (error) {
    parent.release();
    throw isNotRunning(error) ? new Error(NOT_RUNNING, { cause: error }) : error;
  }
}

const NOT_RUNNING =
  'No Hangar runs at HANGAR_URL: start one with hangar serve, or run the tests with hangar exec, which sets it.';

function isNotRunning(error: unknown): boolean {
  return error instanceof StartError && error.reason === 'notRunning';
}

/**
 * Wraps a test of any runner: starts an emulator, runs the test with it, and ends it. The findings of a failing test become the
 * cause of its error.
 */
export function withHangar(
  test: (hangar: Hangar) => void | Promise<void>,
  options: HangarOptions = {},
): () => Promise<void> {
  const place = placeOfCall(new Error());
  // Its parameters are not declared: some runners take a function with any for one with a callback.
  return async (...given: readonly unknown[]) => {
    const named = options.test ?? givenTest(given, place);
    const hangar = await openHangar(named === undefined ? options : { ...options, test: named });
    // An outcome that is not told must not change it.
    const tell = (outcome: HangarOutcome): Promise<void> => hangar.outcome(outcome).catch(() => undefined);
    try {
      await test(hangar);
      await tell({ state: 'passed' });
    } catch (error) {
      await tell(failureOf(error, named));
      // The error of the test takes precedence, even when the emulator has ended.
      const findings = await findingsError(hangar).catch(() => undefined);
      // Test runners have several classes Error.
      if (findings !== undefined && types.isNativeError(error)) firstCause(error).cause = findings;
      throw error;
    } finally {
      await hangar.close();
    }
  };
}

/** An error with the findings as its message, for the report of a failing test; `undefined` when there are none. */
export async function findingsError({ findings }: Pick<Hangar, 'findings'>): Promise<Error | undefined> {
  const found = await findings.list();
  if (found.length === 0) return undefined;
  const lines = found.map(
    ({ rule, message, requestIDs }) => `${rule}: ${message} (${requestIDs.slice(-3).join(', ')})`,
  );
  const error = new Error(`Hangar found mistakes of the program under test:\n${lines.join('\n')}`);
  error.name = 'Findings';
  // The stack is of no use here.
  error.stack = String(error);
  return error;
}

/** The outcome of a test that an error ended, with the place of the assertion in the test's file. */
export function failedBy(thrown: unknown, test?: HangarTest): HangarOutcome {
  return failureOf(thrown, test);
}

/** The innermost cause of an error. */
function firstCause(error: Error): Error {
  const seen = new Set([error]);
  let first = error;
  while (types.isNativeError(first.cause) && !seen.has(first.cause)) seen.add((first = first.cause));
  return first;
}

/** The parent of the tests' sandboxes. */
interface Parent {
  readonly client: Client;
  readonly adminToken: string | undefined;
  readonly release: () => void;
}

async function parentFor(workspace: string): Promise<Parent> {
  const { HANGAR_URL, HANGAR_ADMIN_TOKEN: adminToken } = process.env;
  if (HANGAR_URL === undefined || HANGAR_URL === '') return ownParent(resolve(workspace));
  if (!URL.canParse(HANGAR_URL))
    throw new Error(`HANGAR_URL must be a URL such as http://127.0.0.1:4100, not "${HANGAR_URL}".`);
  const client = connect(new URL(HANGAR_URL), adminToken);
  return { client, adminToken, release: client.close };
}

/** Time without a sandbox after which an emulator of this process ends, in milliseconds, so that consecutive tests share it. */
const IDLE_TIME = 100;

/** An emulator of this process, with the number of its sandboxes. */
interface OwnParent {
  readonly started: Promise<RunningEmulator>;
  sandboxes: number;
  idle?: NodeJS.Timeout;
}

/** The emulators of this process by the path of their workspace file. */
const own = new Map<string, OwnParent>();

async function ownParent(path: string): Promise<Parent> {
  const parent = own.get(path) ?? { started: start(path), sandboxes: 0 };
  own.set(path, parent);
  parent.sandboxes += 1;
  clearTimeout(parent.idle);
  try {
    const { url, stop } = await parent.started;
    const client = connect(new URL(url), undefined);
    const release = (): void => {
      client.close();
      parent.sandboxes -= 1;
      if (parent.sandboxes === 0) parent.idle = setTimeout(end, IDLE_TIME);
    };
    return { client, adminToken: undefined, release };

    function end(): void {
      own.delete(path);
      void stop();
    }
  } catch (error) {
    own.delete(path);
    throw error;
  }
}

/** Starts an emulator with a workspace file. Loads the library on demand. */
async function start(workspace: string): Promise<RunningEmulator> {
  const { startEmulator } = await import('./library.ts');
  return startEmulator({ workspace });
}

function operationsOf(api: Client['api']): Omit<Hangar, 'url' | 'apiKey' | 'outcome' | 'close'> {
  return {
    // The answer is of the requested kind.
    waitFor: ((body) => api.wait({ body })) as RunningEmulator['waitFor'],
    clock: {
      read: () => api.clock.read(),
      set: (body) => api.clock.set({ body }),
      advance: (body) => api.clock.advance({ body }),
    },
    faults: rulesOf<NewFault, FaultItem>(api.faults),
    answers: rulesOf<NewAnswer, AnswerItem>(api.answers),
    findings: { list: async () => (await api.findings.list()).items },
    applySchedule: async (schedule) => {
      await api.schedule.apply({ body: checked(Schedule, schedule, 'applySchedule') });
    },
  };
}

/** The endpoints of a list of rules. */
interface RuleEndpoints<NewRule, Item extends object> {
  readonly list: () => Promise<{ readonly items: Item[] }>;
  readonly create: (request: { readonly body: NewRule }) => Promise<Item | { readonly items: readonly Item[] }>;
  readonly remove: (request: { readonly params: { readonly id: string } }) => Promise<unknown>;
}

function rulesOf<NewRule, Item extends object>(api: RuleEndpoints<NewRule, Item>): HangarRules<NewRule, Item> {
  return {
    // For one rule, the answer is that rule.
    add: async (rule) => (await api.create({ body: rule })) as Item,
    list: async () => (await api.list()).items,
    remove: async (id) => {
      await api.remove({ params: { id } });
    },
  };
}

export type {
  Counterexample,
  ExploreClient,
  ExploreClientOptions,
  ExploreOptions,
  ExploreReport,
  ExploreResult,
} from './library.ts';

/**
 * Runs a client again and again, each time in a sandbox of its own under another schedule of faults, and hands back the smallest
 * schedules under which an invariant does not hold. Rejects when one fails without any fault.
 */
export async function explore(options: ExploreOptions): Promise<ExploreResult> {
  const { exploreClient } = await import('./explore/library-explore.ts');
  const { startTrialParent } = await import('./trial-parent.ts');
  return exploreClient(options, startTrialParent);
}

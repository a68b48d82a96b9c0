import { writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { ExploreReport } from '../../../shared/contract/emulator/explorations.ts';
import { Schedule } from '../../../shared/model/schedule.ts';
import { definedFields } from '../../../shared/values/objects.ts';
import { messageOf } from '../../../shared/values/messages.ts';
import { commandWord } from '../../../shared/values/shell-words.ts';
import { EXIT_CODES, StartError } from '../../emulator/host/start-error.ts';
import { printable } from '../../emulator/host/logger.ts';
import { onStopSignal } from '../../emulator/platform/stop-signals.ts';
import { usualShell } from '../../emulator/platform/environment.ts';
import { checked, readJson, readSchedule } from '../flags/checked-options.ts';
import { findHangar } from '../client/find-hangar.ts';
import { connect, type Hangar } from '../client/hangar.ts';
import { UsageError, type Values } from '../flags/field.ts';
import { adminTokenOf } from '../flags/flags.ts';
import { EXPLORE_FLAGS } from '../flags/explore-flags.ts';
import { printError, printLine } from '../flags/program-options.ts';
import { writeReport } from '../report/report.ts';
import { commandClient } from './client-command.ts';
import { sandboxesOf, type OpenSandbox } from './sandbox-trial.ts';
import type { StartParent } from './library-explore.ts';
import { explore, replaySchedule, type Exploration } from './explore.ts';
import { merged } from './merge.ts';
import { progressPrinter, toldProgress } from './progress.ts';
import { nextCommands } from './next-commands.ts';
import { ExploreFile } from '../../../shared/model/explore-file.ts';
import { invariantText } from '../../../shared/model/invariant.ts';
import { fileReport } from './result.ts';
import { type CheckedSettings, checkedSettings, ExploreSettings, settingsOfFile } from './settings.ts';
import { TriedSpace } from './space.ts';
import { clientTime } from './client-time.ts';

/** Flags of `hangar explore`. */
export type ExploreFlags = Values<typeof EXPLORE_FLAGS>;

/** A command line of `hangar explore`. */
export interface ExploreCall {
  readonly flags: ExploreFlags;
  readonly command: readonly string[];
  /** Reports to merge. */
  readonly reports: readonly string[];
}

/** Exit code after Ctrl-C, as in shells. */
const INTERRUPTED = 130;

/** Explores, replays a schedule, or merges reports. Returns the exit code. Throws `StartError`. */
export async function exploreProgram(call: ExploreCall, startEmulator: StartParent): Promise<number> {
  if (call.flags.merge) return mergeReports(call);
  const prepared = prepare(call);
  const { flags, settings, workspace } = prepared;
  const { definitions, sdk } = flags;
  const parent = await openParent(flags, () =>
    startEmulator(definedFields({ workspace, definitions, sdk, onMessage: printError })),
  );
  const stop = new AbortController();
  const client = commandClient({
    command: prepared.command,
    timeoutSeconds: settings.trialTimeoutSeconds,
    variables: prepared.time.variables,
    ...(flags.verbose ? { onOutput: (text) => void process.stderr.write(printable(text.toString())) } : {}),
  });
  const end = (): void => {
    stop.abort();
    client.stop();
  };
  const release = onStopSignal((_signal, count) => {
    end();
    if (count > 1) process.exit(INTERRUPTED);
  });
  try {
    const { hangar, open } = parent;
    return await exploreWith(prepared, { hangar, open, client: client.run, signal: stop.signal, stop: end });
  } finally {
    release();
    client.stop();
    await parent.close();
  }
}

type Prepared = ReturnType<typeof prepare>;

/** Reads flags and files, before anything is started. */
function prepare({ flags: own, command: given }: ExploreCall) {
  const file = own.explore === undefined ? undefined : checked(ExploreFile, readJson(own.explore), own.explore);
  const flags = file === undefined ? own : withFile(own, file);
  const [name, ...words] = given.length > 0 ? given : (file?.command ?? []);
  if (name === undefined)
    throw new UsageError(
      'explore needs a command: hangar explore [flags] -- COMMAND…, or `command` in the file of --explore',
    );
  const all = { ...(file === undefined ? {} : settingsOfFile(file)), ...settingsOfFlags(flags) };
  const settings = checkedSettings(checked(ExploreSettings, all, 'explore'));
  const replayed = flags.replay === undefined ? undefined : readSchedule(flags.replay);
  // Definition files are enough.
  const workspace = flags.workspace ?? file?.workspace ?? (flags.definitions.length === 0 ? 'hangar.json' : undefined);
  const command: readonly [string, ...string[]] = [name, ...words];
  return { flags, settings, replayed, workspace, command, time: clientTime(settings.speed) };
}

/** The flags, with those of a file that are no settings of the search; a given one wins. */
function withFile(flags: ExploreFlags, { save, verbose = false, ...file }: ExploreFile): ExploreFlags {
  const { report, bundle } = checked(OutputFiles, file, flags.explore ?? 'explore');
  return {
    ...flags,
    report: flags.report ?? report,
    save: flags.save ?? save,
    bundle: flags.bundle ?? bundle,
    verbose: flags.verbose || verbose,
  };
}

const OutputFiles = z.object({ report: EXPLORE_FLAGS.report.schema, bundle: EXPLORE_FLAGS.bundle.schema });

/** Explores, or replays a schedule. Returns the exit code. */
async function exploreWith(
  { flags, settings, replayed, workspace, command, time }: Prepared,
  means: Pick<Exploration, 'hangar' | 'open' | 'client' | 'signal'> & { readonly stop: () => void },
): Promise<number> {
  const progress = progressPrinter(process.stderr);
  const shell = usualShell();
  const adminToken = adminTokenOf(flags);
  const bundle = new LastBundle(flags.bundle, adminToken);
  const space = new TriedSpace();
  const told =
    flags.url === undefined || replayed !== undefined
      ? undefined
      : await toldProgress(means.hangar, begunOf(command.map((word) => commandWord(word, shell)).join(' '), settings), {
          space,
          stop: means.stop,
        });
  const exploration: Exploration = {
    ...{ ...means, settings, space },
    progress: (state) => {
      progress.show(state);
      told?.show(state.explored);
    },
    shard: flags.shard ?? { index: 1, of: 1 },
    next: nextCommands({ flags, settings, workspace, command, shell }),
    remark: time.remark,
    clientSpeed: settings.speed,
    ending: bundle.keep,
  };
  let report: ExploreReport | undefined;
  try {
    report = replayed === undefined ? await explore(exploration) : (await replaySchedule(exploration, replayed)).report;
  } finally {
    progress.end();
    await told?.end(report, means.signal.aborted);
  }
  await publish(report, flags);
  await bundle.write(report);
  return exitCode(report, means.signal.aborted);
}

/** The exploration as its Hangar is told of it. */
function begunOf(command: string, settings: CheckedSettings) {
  const { invariants, from, seed, jobs, speed, budgetSeconds, people, runs, order } = settings;
  const budget = Number.isFinite(budgetSeconds) ? budgetSeconds : null;
  return {
    command,
    invariants: invariants.map(invariantText),
    settings: { from, seed, jobs, speed, budgetSeconds: budget, people, runs, order },
  };
}

function exitCode({ baseline, counterexamples }: ExploreReport, isInterrupted: boolean): number {
  if (counterexamples.length > 0) return EXIT_CODES.counterexample.code;
  if (isInterrupted) return INTERRUPTED;
  return EXIT_CODES[baseline.length > 0 ? 'failed' : 'stopped'].code;
}

async function publish(report: ExploreReport, { report: file, save }: ExploreFlags): Promise<void> {
  // Lines of clients may have control characters.
  for (const line of report.text.split('\n')) printLine(line);
  if (file !== undefined) await writeReport(file, fileReport(report));
  if (save === undefined) return;
  for (const [index, { schedule }] of report.counterexamples.entries()) {
    const path = index === 0 ? save : numbered(save, index + 1);
    await writeFile(path, `${JSON.stringify(schedule, null, 2)}\n`).catch((error: unknown) => {
      throw new StartError('failed', `The schedule cannot be written: ${messageOf(error)}`);
    });
  }
}

/** `found.json` with a number: `found-2.json`. */
function numbered(path: string, number: number): string {
  return path.replace(/(\.[^./\\]*)?$/, (ending) => `-${number}${ending}`);
}

interface Parent {
  readonly hangar: Hangar;
  readonly open: OpenSandbox;
  readonly close: () => Promise<void>;
}

/** The Hangar that has the sandboxes: that of `--url`, or one of this process. */
async function openParent(flags: ExploreFlags, start: () => ReturnType<StartParent>): Promise<Parent> {
  if (flags.url !== undefined) {
    const hangar = await findHangar(flags, printError);
    return {
      hangar,
      open: sandboxesOf(hangar, adminTokenOf(flags)),
      close: () => {
        hangar.close();
        return Promise.resolve();
      },
    };
  }
  if (flags.from !== undefined && flags.from !== 'definitions')
    throw new StartError('usage', '--from names a checkpoint of a running Hangar: give its URL with --url');
  const emulator = await start();
  const hangar = connect(new URL(emulator.url), undefined);
  return {
    hangar,
    open: emulator.open,
    close: async () => {
      hangar.close();
      await emulator.stop();
    },
  };
}

function settingsOfFlags(flags: ExploreFlags): ExploreSettings {
  const { invariant, fault, people, runs, order, all, budget, trialTimeout, settle } = flags;
  return definedFields({
    invariants: invariant.length === 0 ? undefined : invariant,
    faults: fault.length === 0 ? undefined : fault,
    ...{ faultsAtOnce: flags.faultsAtOnce, trials: flags.trials, jobs: flags.jobs },
    ...{ speed: flags.speed, seed: flags.seed, from: flags.from },
    people: people || undefined,
    runs: runs || undefined,
    order: order || undefined,
    all: all || undefined,
    ...{ budgetSeconds: budget, trialTimeoutSeconds: trialTimeout, settleSeconds: settle },
  });
}

async function mergeReports({ flags, reports }: ExploreCall): Promise<number> {
  if (reports.length === 0) throw new UsageError('--merge needs reports: hangar explore --merge REPORT…');
  const read = reports.map((path) => checked(ExploreReport, readJson(path), path));
  const report = merged(read);
  await publish(report, flags);
  return exitCode(report, false);
}

/** The bundle of the latest trial that had the schedule of a counterexample. */
class LastBundle {
  readonly #path: string | undefined;
  readonly #token: string | undefined;
  readonly #bundles = new Map<string, Uint8Array>();

  constructor(path: string | undefined, token: string | undefined) {
    this.#path = path;
    this.#token = token;
  }

  readonly keep: NonNullable<Exploration['ending']> = async (url, { schedule }) => {
    if (this.#path === undefined || schedule.length === 0) return;
    const headers = this.#token === undefined ? {} : { Authorization: `Bearer ${this.#token}` };
    const answer = await fetch(`${url}/_emulator/bundle`, { headers });
    const key = JSON.stringify(schedule);
    this.#bundles.delete(key);
    this.#bundles.set(key, new Uint8Array(await answer.arrayBuffer()));
    const [oldest] = this.#bundles.keys();
    if (this.#bundles.size > MAX_BUNDLES && oldest !== undefined) this.#bundles.delete(oldest);
  };

  async write({ counterexamples: [first] }: ExploreReport): Promise<void> {
    if (this.#path === undefined || first === undefined) return;
    const bytes = this.#bundles.get(JSON.stringify(checked(Schedule, first.schedule, 'schedule')));
    if (bytes === undefined) return;
    await writeFile(this.#path, bytes, { mode: 0o600 }).catch((error: unknown) => {
      throw new StartError('failed', `The bundle cannot be written: ${messageOf(error)}`);
    });
    printError(`hangar explore: wrote ${this.#path}; hangar serve --bundle opens it`);
  }
}

/** Maximum number of bundles in memory. */
const MAX_BUNDLES = 20;

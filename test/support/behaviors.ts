import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { BEHAVIORS, type BehaviorOf } from '../../shared/model/behavior.ts';
import type { Json } from '../../shared/values/json.ts';
import type { RunContext } from '../../electron/emulator/engine/context/behavior-port.ts';
import { fakeRun, type FakeRun, type FakeRunOptions } from './run-context.ts';
import { messageOf } from '../../shared/values/messages.ts';

/** The end of a run as one comparable value. */
export interface RunEnd {
  /** "" when it succeeded. */
  readonly failure: string;
  /** As `level text`. */
  readonly lines: readonly string[];
  /** The last one that was set. */
  readonly output: Json | undefined;
}

/** Runs a behavior. */
type Run<Behavior> = (behavior: Behavior, context: RunContext) => Promise<void>;

/** Carries out one run of a behavior to its end. */
export async function runToEnd<Behavior>(
  run: Run<Behavior>,
  behavior: Behavior,
  options: FakeRunOptions = {},
): Promise<RunEnd> {
  return endOf(run, behavior, fakeRun(options));
}

/** Carries out a run with a context that the caller made. */
export async function endOf<Behavior>(run: Run<Behavior>, behavior: Behavior, fake: FakeRun): Promise<RunEnd> {
  const failure = await run(behavior, fake.context).then(() => '', messageOf);
  return { failure, lines: fake.lines, output: fake.outputs.at(-1) };
}

/** A script behavior from its text or file. */
export function scriptOf(script: { source: string } | { file: string }): BehaviorOf<'script'> {
  return BEHAVIORS.script.parse({ kind: 'script', ...script });
}

/** A command behavior from its words, or more of it. */
export function commandOf(
  command: string[],
  rest: { cwd?: string; env?: Record<string, string>; shell?: boolean } = {},
): BehaviorOf<'command'> {
  return BEHAVIORS.command.parse({ kind: 'command', command, ...rest });
}

/** A new folder with these files. */
export function folderWith(files: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'hangar-test-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text, { mode: 0o755 });
  }
  return folder;
}

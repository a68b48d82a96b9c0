import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contract } from '../../shared/contract/index.ts';
import { createClient } from '../../shared/http/client.ts';

/** The built program, as `npm run serve` and the `bin` start it. */
export const PROGRAM = fileURLToPath(new URL('../../out/main/headless.js', import.meta.url));
/** The cache of every program that has none of its own: the compiled code of one start serves all others, as on a user's machine. */
const CACHE = fileURLToPath(new URL('../../out/.cache', import.meta.url));

/** Options of a started program. */
export interface LaunchOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Text given on standard input. */
  readonly input?: string;
  /** A script to run in the program's place. */
  readonly script?: string;
  /** A command that starts the program, with its arguments; none for starting it directly. */
  readonly before?: readonly string[];
}

/** The end of a program, and its output. */
export interface ProgramEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A program that runs, and what it has printed so far. */
export interface Running {
  readonly child: ChildProcess;
  readonly printed: { stdout: string; stderr: string };
  readonly ended: Promise<ProgramEnd>;
}

/** The ready line of `serve --log-format json`. */
export interface Ready {
  readonly url: string;
  readonly gui: string;
  readonly apiKey: string;
  readonly data: string;
}

const running = new Set<ChildProcess>();

/** Starts the built program. The variables of this process that concern Hangar, or an npm that started the tests, are not passed on. */
export function start(
  args: readonly string[],
  { env = {}, cwd, input, script = PROGRAM, before = [] }: LaunchOptions = {},
): Running {
  const own = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:HANGAR_|VITEST|NODE_ENV|npm_)/.test(name)),
  );
  const [command = '', ...rest] = [...before, process.execPath, script, ...args];
  const child = spawn(command, rest, {
    env: { ...own, XDG_CACHE_HOME: CACHE, ...env },
    ...(cwd === undefined ? {} : { cwd }),
  });
  running.add(child);
  const printed = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (printed.stderr += text));
  child.stdin.on('error', () => {}).end(input ?? '');
  const ended = once(child, 'close').then(([code, signal]: (number | NodeJS.Signals | null)[]): ProgramEnd => {
    running.delete(child);
    // `close` gives an exit code and a signal, one of them null.
    return { code: code as number | null, signal: signal as NodeJS.Signals | null, ...printed };
  });
  return { child, printed, ended };
}

/** Runs the built program to its end. */
export function run(args: readonly string[], options?: LaunchOptions): Promise<ProgramEnd> {
  return start(args, options).ended;
}

/** A server that runs as a program of its own. */
export interface ServedProgram extends Running {
  readonly ready: Ready;
  /** Sends a signal and waits for the end. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<ProgramEnd>;
}

/** Starts `serve` on any free port and waits for its ready line; rejects with what it printed when it ends before. */
export async function serve(args: readonly string[], options?: LaunchOptions): Promise<ServedProgram> {
  const program = start(['serve', '--port', '0', '--log-format', 'json', ...args], options);
  const ready = await Promise.race([readyOf(program), program.ended.then(endedEarly)]);
  const stop = (signal: NodeJS.Signals = 'SIGTERM'): Promise<ProgramEnd> => {
    program.child.kill(signal);
    return program.ended;
  };
  return { ...program, ready, stop };
}

function endedEarly({ code, stdout, stderr }: ProgramEnd): never {
  throw new Error(`the program ended with ${code} before it was ready:\n${stdout}${stderr}`);
}

/** Reads the ready line of a server with `--log-format json`. */
export async function readyOf({ child, printed }: Running): Promise<Ready> {
  for (;;) {
    const line = printed.stdout.split('\n').find((text) => text.startsWith('{"event":"ready"'));
    // The program's own line, whose shape the tests of the ready line check.
    if (line?.endsWith('}') === true) return JSON.parse(line) as Ready;
    if (child.stdout !== null) await once(child.stdout, 'data');
  }
}

/** Standard output of a program once it matches; rejects when the program ends before. */
export function printedBy(program: Running, wanted: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      if (wanted.test(program.printed.stdout)) resolve(program.printed.stdout);
    };
    program.child.stdout?.on('data', look);
    void program.ended.then(({ stdout, stderr }) => reject(new Error(`ended before:\n${stdout}${stderr}`)));
    look();
  });
}

/** The typed client of a server that listens. */
export function clientOf({ url, apiKey }: { url: string; apiKey: string }) {
  return createClient(contract, { base: url, transport: fetch, headers: () => ({ 'X-Service-API-Key': apiKey }) });
}

/** Ends every program that a test left running. */
export async function endAll(): Promise<void> {
  const left = [...running];
  await Promise.all(
    left.map((child) => {
      child.kill('SIGKILL');
      return once(child, 'close');
    }),
  );
}

/** Tried again while a program that is about to end still writes. */
const REMOVAL = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 };

/** A folder of the test's own, with what removes it. */
export async function scratchFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'hangar-test-'));
  return { path, remove: () => rm(path, REMOVAL) };
}

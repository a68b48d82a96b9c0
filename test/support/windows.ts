import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PROGRAM } from './program.ts';
import { until } from './until.ts';

/** A program of Windows that has ended. */
export interface WindowsEnd {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A program of Windows that runs. */
export interface WindowsProgram {
  readonly printed: () => { readonly stdout: string; readonly stderr: string };
  /** Resolves at its end. Rejects with what it has printed when that takes long. */
  readonly end: () => Promise<WindowsEnd>;
  /** Ends it at once, as the task manager does. */
  readonly kill: () => Promise<WindowsEnd>;
}

/** Milliseconds until a program is taken to hang. */
export const LIMIT = 120_000;

/** A Windows 10, of Wine, in a folder of its own. */
export class Windows {
  readonly #folder: string;
  readonly #wine: string;
  readonly #node: string;
  readonly #variables: NodeJS.ProcessEnv;
  readonly #running = new Set<ChildProcess>();
  #count = 0;

  /** @param programs paths of Wine and of `node.exe` */
  constructor(folder: string, { wine, node }: { readonly wine: string; readonly node: string }) {
    this.#folder = folder;
    this.#wine = wine;
    this.#node = node;
    mkdirSync(folder, { recursive: true });
    this.#variables = {
      ...{ HOME: folder, PATH: process.env['PATH'], WINEPREFIX: join(folder, 'prefix'), WINEDEBUG: '-all' },
      // Neither a menu nor a browser of its own.
      ...{ WINEDLLOVERRIDES: 'winemenubuilder.exe=d;mscoree=d;mshtml=d', NODE_OPTIONS: '' },
    };
  }

  /** Sets the Windows up, which takes some seconds. */
  async install(): Promise<void> {
    await this.start(['wineboot', '--init']).end();
    await this.start(['reg', 'add', 'HKCU\\Software\\Wine', '/v', 'Version', '/d', 'win10', '/f']).end();
  }

  /** Starts a program of Windows with its output in files, which Wine writes like a Windows. */
  start(words: readonly string[], { variables = {}, cwd = this.#folder }: Partial<StartOptions> = {}): WindowsProgram {
    const files = ['out', 'err'].map((name) => join(this.#folder, `${++this.#count}.${name}`));
    const [out = 0, err = 0] = files.map((file) => openSync(file, 'w'));
    const child = spawn(this.#wine, words, {
      ...{ cwd, env: { ...this.#variables, ...variables } },
      stdio: ['ignore', out, err],
    });
    this.#running.add(child);
    for (const descriptor of [out, err]) closeSync(descriptor);
    const printed = () => {
      const [stdout = '', stderr = ''] = files.map((file) => readFileSync(file, 'utf8'));
      return { stdout, stderr };
    };
    const ended = once(child, 'exit').then(([code]: (number | null)[]) => {
      this.#running.delete(child);
      return { code: code ?? null, ...printed() };
    });
    const end = () => within(ended, () => `${words.join(' ')} has not ended: ${JSON.stringify(printed())}`);
    return {
      ...{ printed, end },
      kill: () => {
        child.kill('SIGKILL');
        return end();
      },
    };
  }

  /** Starts the built program of Hangar, or another script of Node. */
  node(args: readonly string[], options?: Partial<StartOptions>): WindowsProgram {
    return this.start([this.#node, ...args], options);
  }

  /** Runs a command of Hangar to its end. */
  hangar(...args: readonly string[]): Promise<WindowsEnd> {
    return this.node([windowsPath(PROGRAM), ...args]).end();
  }

  /** Starts `hangar serve`, and waits until it serves. */
  async serve(...args: readonly string[]): Promise<WindowsProgram> {
    const program = this.node([windowsPath(PROGRAM), 'serve', ...args]);
    const ended = program.end().then(({ stderr }) => Promise.reject(new Error(`ended: ${stderr}`)));
    await Promise.race([until(() => / is ready at /.test(program.printed().stdout)), ended]);
    ended.catch(() => undefined);
    return program;
  }

  /** Ends everything that runs in it. */
  close(): void {
    for (const child of this.#running) child.kill('SIGKILL');
    const server = join(dirname(this.#wine), 'wineserver');
    for (const step of ['--kill', '--wait'])
      spawnSync(server, [step], { env: this.#variables, stdio: 'ignore', timeout: 20_000 });
  }
}

interface StartOptions {
  readonly variables: Readonly<Record<string, string>>;
  readonly cwd: string;
}

/** A path of this machine as Wine's Windows has it. */
export function windowsPath(path: string): string {
  return `Z:${path.replaceAll('/', '\\')}`;
}

/** Resolves like a promise, unless that takes longer than the limit. */
function within<T>(promise: Promise<T>, problem: () => string): Promise<T> {
  const signal = AbortSignal.timeout(LIMIT);
  const late = once(signal, 'abort').then(() => Promise.reject(new Error(problem())));
  return Promise.race([promise, late]);
}

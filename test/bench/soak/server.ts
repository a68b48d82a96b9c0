import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const PROGRAM = fileURLToPath(new URL('../../../out/main/headless.js', import.meta.url));
const PROBE = new URL('probe.mjs', import.meta.url).href;

/** The key of every client. */
export const KEY = 'tkn_soak';

const Ready = z.object({ event: z.literal('ready'), url: z.string() });
const Complaint = z.object({ event: z.literal('message'), level: z.enum(['warning', 'error']) });
const Vitals = z.object({
  rss: z.number(),
  heap: z.number(),
  external: z.number(),
  resources: z.number(),
  delayP99: z.number(),
  delayMax: z.number(),
});
/**
 * State of a server: bytes after a garbage collection, handles and requests of its event loop, its delay in milliseconds since
 * the last reading.
 */
export type Vitals = z.output<typeof Vitals>;

/** A headless Hangar in a process of its own, with a probe in it. */
export interface SoakedServer {
  readonly url: string;
  readonly vitals: () => Promise<Vitals>;
  /** Open files and sockets of the process; NaN where the system does not tell. */
  readonly descriptors: () => number;
  /** Warnings and errors that it told. */
  readonly complaints: () => readonly string[];
  /** Ends it as a person would; gives its exit code. */
  readonly stop: () => Promise<number | null>;
}

/** Starts Hangar as `hangar serve` does, on the folder's data and workspace file. */
export async function startServer(folder: string): Promise<SoakedServer> {
  const own = ['--port', '0', '--data', join(folder, 'data'), '--workspace', join(folder, 'workspace.json')];
  const child = fork(PROGRAM, ['serve', ...own, '--api-key', KEY, '--log-format', 'json'], {
    execArgv: ['--expose-gc', '--import', PROBE],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const ended = once(child, 'close').then(([code]: (number | null)[]) => code ?? null);
  const complaints: string[] = [];
  child.stderr?.setEncoding('utf8').on('data', (text: string) => complaints.push(text.trim()));
  const url = await new Promise<string>((resolve, reject) => {
    void ended.then((code) => reject(new Error(`the server ended with ${code}: ${complaints.join('\n')}`)));
    createInterface({ input: child.stdout ?? process.stdin }).on('line', (line) => {
      const said: unknown = JSON.parse(line);
      const ready = Ready.safeParse(said);
      if (ready.success) resolve(ready.data.url);
      else if (Complaint.safeParse(said).success) complaints.push(line);
    });
  });
  return {
    url,
    vitals: async () => {
      const answer = once(child, 'message');
      child.send('vitals');
      return Vitals.parse((await answer)[0]);
    },
    descriptors: () =>
      process.platform === 'linux' ? readdirSync(`/proc/${child.pid ?? 'self'}/fd`).length : Number.NaN,
    complaints: () => complaints,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Ended } from './driver.ts';

/** Longer than the application takes to stop by itself. */
const STOPS_WITHIN = 30_000;

/** A program and how it is started. */
export interface Program {
  readonly executable: string;
  readonly args: readonly string[];
  readonly env: Record<string, string>;
}

/** Runs a program until it ends by itself. */
export async function runToEnd({ executable, args, env }: Program): Promise<{ code: number | null; output: string }> {
  const child = spawn(executable, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output: Buffer.concat(chunks).toString() };
}

/** Gathers what a program prints; returns a function that gives it. */
export function printedBy(child: ChildProcess): () => string {
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (printed += text));
  }
  return () => printed;
}

/** Ends a program that may run still; it goes on writing otherwise, into a folder that is about to be removed. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const killer = setTimeout(() => child.kill('SIGKILL'), STOPS_WITHIN);
  child.kill('SIGTERM');
  await once(child, 'exit');
  clearTimeout(killer);
}

/** Does something that ends a program; gives how it ended. */
export async function endedBy(child: ChildProcess, act: () => Promise<unknown>): Promise<Ended> {
  const ended = new Promise<Ended>((resolve) => child.once('exit', (code, signal) => resolve({ code, signal })));
  // Quitting also closes the connection of the request.
  await act().catch(() => undefined);
  return ended;
}

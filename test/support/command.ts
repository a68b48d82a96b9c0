import { chdir, cwd as currentFolder } from 'node:process';
import { Writable } from 'node:stream';
import { readCommandLine } from '../../electron/programs/command-line.ts';
import { failure, runCommand } from '../../electron/programs/run-program.ts';
import type { ProgramEnd, LaunchOptions } from './program.ts';

/** Runs a command to its end in this process: a program would take thirty times as long to start. */
export async function runHere(
  args: readonly string[],
  { env = {}, cwd = currentFolder() }: Pick<LaunchOptions, 'env' | 'cwd'> = {},
): Promise<ProgramEnd> {
  const printed = { stdout: '', stderr: '' };
  const streamOf = (name: keyof typeof printed) =>
    new Writable({
      write: (chunk: Buffer, _, done) => {
        printed[name] += chunk.toString();
        done();
      },
    });
  const own = { env, stdout: streamOf('stdout'), stderr: streamOf('stderr') };
  const before = currentFolder();
  chdir(cwd);
  const code = await exitCodeOf(args, own).catch((error: unknown) => failure(error, own.stderr));
  chdir(before);
  return { code, signal: null, ...printed };
}

async function exitCodeOf(args: readonly string[], own: Parameters<typeof runCommand>[1]): Promise<number> {
  const line = readCommandLine(args, own.env, '0.0.0');
  if (line.program !== 'command') throw new Error(`${args.join(' ')} is no command`);
  return runCommand(line.call, own);
}

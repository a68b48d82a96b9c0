import type { ChildProcess } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { pipeline } from 'node:stream/promises';
import { spawn } from 'cross-spawn';
import { type Emulator, composeEmulator } from '../emulator/emulator.ts';
import { EXIT_CODES } from '../emulator/host/start-error.ts';
import { exitCodeOf, startCode, startProblem } from './explore/client-processes.ts';
import type { Values } from './flags/field.ts';
import type { EXEC_FLAGS } from './flags/flags.ts';
import { type HostOptions, printError, programOptions } from './flags/program-options.ts';
import { readyLine } from './start-server.ts';
import { atLeast, findingLine, findingReport, writeReport } from './report/report.ts';
import { passSignal } from '../emulator/platform/end-processes.ts';
import { mergedVariables } from '../emulator/platform/environment.ts';
import { onStopSignal } from '../emulator/platform/stop-signals.ts';
import { messageOf } from '../../shared/values/messages.ts';
import { withAgents } from './with-agents.ts';

/**
 * Serves while a command runs, with `HANGAR_URL` and `HANGAR_API_KEY` set for it. Returns the command's exit code, or that of
 * findings when the command succeeded despite mistakes.
 */
export async function exec(
  { failOn, report, bundleOnFailure, ...flags }: Values<typeof EXEC_FLAGS>,
  command: readonly [string, ...string[]],
  host: HostOptions,
): Promise<number> {
  const { emulator: options, format, quiet } = programOptions('exec', flags, host);
  const emulator = await composeEmulator(withAgents(options));
  if (!quiet) printError(readyLine(emulator, format));
  try {
    const code = await endOf(command, start(command, emulator));
    const findings = emulator.findingsAtEnd();
    if (report !== undefined) await writeReport(report, findingReport(findings));
    const result =
      code === 0 && failOn !== undefined && atLeast(findings, failOn).length > 0 ? EXIT_CODES.findings.code : code;
    if (result !== 0 && bundleOnFailure !== undefined) await writeBundle(emulator, bundleOnFailure);
    if (failOn !== undefined) for (const finding of findings) printError(`hangar exec: ${findingLine(finding)}`);
    return result;
  } finally {
    await emulator.stop();
  }
}

function start([name, ...words]: readonly [string, ...string[]], { url, apiKey }: Emulator): ChildProcess {
  const env = mergedVariables([process.env, { HANGAR_URL: url, HANGAR_API_KEY: apiKey }]);
  return spawn(name, words, { stdio: 'inherit', env });
}

function endOf([name]: readonly [string, ...string[]], child: ChildProcess): Promise<number> {
  const release = onStopSignal((signal, count) => {
    // Ctrl+C in a terminal reaches the command directly.
    if (count > 1) passSignal(child, 'SIGKILL');
    else if (signal !== 'SIGINT' || !process.stdin.isTTY) passSignal(child, signal);
  });
  return new Promise<number>((resolve) => {
    child.once('error', (error) => {
      printError(`hangar exec: ${startProblem(name, error)}`);
      resolve(startCode(error));
    });
    child.once('exit', (code, signal) => resolve(exitCodeOf(code, signal)));
  }).finally(release);
}

/** Writes a bundle of an emulator to a file. Prints a failure, since the command has ended. */
async function writeBundle(emulator: Emulator, path: string): Promise<void> {
  try {
    const stream = await emulator.bundle(emulator.lab.findings.atEnd());
    // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- tests add the types of browsers
    const bytes = Readable.fromWeb(stream as NodeReadableStream<Uint8Array>);
    await pipeline(bytes, createWriteStream(path, { mode: 0o600 }));
    printError(`hangar exec: wrote ${path}; hangar serve --bundle opens it`);
  } catch (error) {
    printError(`hangar exec: cannot write the bundle: ${messageOf(error)}`);
  }
}

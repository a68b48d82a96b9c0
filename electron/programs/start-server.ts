import { type Emulator, composeEmulator } from '../emulator/emulator.ts';
import type { LogFormat, Logger } from '../emulator/host/logger.ts';
import { saveAddress } from './client/server-address.ts';
import type { Flags } from './flags/flags.ts';
import { printLine, programOptions, type HostOptions } from './flags/program-options.ts';
import { FIRST_TASK } from '../emulator/compose/sample-workspace.ts';
import { withAgents } from './with-agents.ts';

/** A started server, and the logger of its program. */
interface StartedServer {
  readonly emulator: Emulator;
  readonly logger: Logger;
}

/** Starts the server with a program's flags and prints its address. Throws `StartError`. */
export async function startServer(
  program: 'serve' | 'desktop',
  flags: Flags,
  host: HostOptions,
): Promise<StartedServer> {
  const { emulator: options, format, quiet } = programOptions(program, flags, host);
  const emulator = await composeEmulator(withAgents(options));
  if (emulator.data !== '') saveAddress(emulator.data, emulator.url);
  if (format === 'text' && !quiet) printLine(`Try it:  ${firstRequest(emulator)}`);
  printLine(readyLine(emulator, format));
  return { emulator, logger: options.logger };
}

/** Last line of a start: address, data folder and API key. Source: docs/command-line.md, "Command line". */
export function readyLine({ url, apiKey, data }: Emulator, format: LogFormat): string {
  const gui = `${url}/`;
  if (format === 'json') return JSON.stringify({ event: 'ready', url, gui, apiKey, data });
  return `Hangar is ready at ${url} · window: ${gui} · data: ${data === '' ? 'in memory' : data} · API key: ${apiKey}`;
}

/** A first request to paste into a shell: executes the sample's first task if there is one, otherwise lists runs. */
function firstRequest({ url, apiKey, workspace }: Emulator): string {
  const greets = workspace.current().tasks.some(({ slug }) => slug === FIRST_TASK);
  const request = greets ? `${url}/v0/tasks/execute -d '{"slug":"${FIRST_TASK}"}'` : `${url}/v0/runs/list`;
  return `curl ${request} -H 'X-Service-API-Key: ${apiKey.replaceAll("'", `'\\''`)}'`;
}

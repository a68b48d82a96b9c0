import { type Emulator, composeEmulator } from '../emulator/emulator.ts';
import type { LogFormat, Logger } from '../emulator/host/logger.ts';
import { powerShellRequest } from '../../shared/http/powershell-request.ts';
import { cmdWord, type Shell, shellWord } from '../../shared/values/shell-words.ts';
import { usualShell } from '../emulator/platform/environment.ts';
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
  if (format === 'text' && !quiet) firstRequests(emulator, firstTask(emulator)).forEach(printLine);
  printLine(readyLine(emulator, format));
  return { emulator, logger: options.logger };
}

/** Last line of a start: address, data folder and API key. Source: docs/command-line.md, "Command line". */
export function readyLine({ url, apiKey, data }: Emulator, format: LogFormat): string {
  const gui = `${url}/`;
  if (format === 'json') return JSON.stringify({ event: 'ready', url, gui, apiKey, data });
  return `Hangar is ready at ${url} · window: ${gui} · data: ${data === '' ? 'in memory' : data} · API key: ${apiKey}`;
}

/** The slug of the sample's first task, or of the first one that can be executed without values; undefined for none. */
function firstTask({ workspace }: Emulator): string | undefined {
  const callable = workspace
    .current()
    .tasks.filter(
      ({ parameters, requireRequests }) =>
        !requireRequests &&
        parameters.every(({ default: preset, constraints }) => preset !== undefined || constraints.optional),
    );
  return (callable.find(({ slug }) => slug === FIRST_TASK) ?? callable[0])?.slug;
}

/**
 * Lines with a first request to paste into a shell of the system: executes a task, or lists runs where none can be executed without
 * values. No text is right for both shells of Windows.
 */
export function firstRequests(
  { url, apiKey }: Pick<Emulator, 'url' | 'apiKey'>,
  slug: string | undefined,
  shell: Shell = usualShell(),
): readonly string[] {
  const [path, body] = slug === undefined ? ['/v0/runs/list', ''] : ['/v0/tasks/execute', JSON.stringify({ slug })];
  const header = 'X-Service-API-Key';
  const curl = (program: string, word: (text: string) => string): string =>
    `Try it:  ${program} ${url}${path}${body === '' ? '' : ` -d ${word(body)}`} -H ${word(`${header}: ${apiKey}`)}`;
  if (shell === 'sh') return [curl('curl', shellWord)];
  const request = { method: body === '' ? 'GET' : 'POST', url: url + path, headers: { [header]: apiKey }, body };
  return [curl('curl.exe', cmdWord), `In PowerShell:  ${powerShellRequest(request)}`];
}

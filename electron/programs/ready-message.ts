import type { Emulator } from '../emulator/emulator.ts';
import type { LogFormat } from '../emulator/host/logger.ts';
import { FIRST_TASK } from '../emulator/compose/sample-workspace.ts';

/** Last line of a start: address, data folder and API key. Source: docs/command-line.md, "Command line". */
export function readyLine({ url, apiKey, data }: Emulator, format: LogFormat): string {
  const gui = `${url}/`;
  if (format === 'json') return JSON.stringify({ event: 'ready', url, gui, apiKey, data });
  return `Hangar is ready at ${url} · window: ${gui} · data: ${data === '' ? 'in memory' : data} · API key: ${apiKey}`;
}

/** A first request to paste into a shell: executes the sample's first task if there is one, otherwise lists runs. */
export function firstRequest({ url, apiKey, workspace }: Emulator): string {
  const greets = workspace.current().tasks.some(({ slug }) => slug === FIRST_TASK);
  const request = greets ? `${url}/v0/tasks/execute -d '{"slug":"${FIRST_TASK}"}'` : `${url}/v0/runs/list`;
  return `curl ${request} -H 'X-Service-API-Key: ${apiKey.replaceAll("'", `'\\''`)}'`;
}

import type { LogEntry } from '../../../shared/model/log.ts';
import type { ExitReason } from '../../emulator/host/start-error.ts';
import type { Hangar } from '../client/hangar.ts';
import type { Output } from '../output/output.ts';
import { colourOf, jsonText } from '../output/terminal-text.ts';
import type { Cell } from '../output/table-text.ts';
import type { Handler } from './command.ts';
import type { EXECUTE_FLAGS } from './flags.ts';
import { exitOf, followRun } from './follow-work.ts';
import { readParameterValues, readStandardInput } from './parameter-values.ts';

/** Executes a task; with `--wait` or `--follow`, waits for the end of its run. */
export const run: Handler<typeof EXECUTE_FLAGS> = async ({ operands: [task = '', ...texts], flags, out, hangar }) => {
  const server = await hangar();
  const { parameters } = await server.api.definitions.tasks.get({ params: { id: task } });
  const sources = { readInput: readStandardInput, upload: server.upload };
  const paramValues = await readParameterValues(texts, parameters, sources);
  const environment = flags.env === undefined ? {} : { environment: flags.env };
  const body = { paramValues, ...environment };
  const { runID } = await server.api.runs.execute({ params: { id: task }, body });
  if (!flags.wait && !flags.follow) {
    out.show({ runID }, runID);
    return undefined;
  }
  return untilEnd(server, runID, { ...flags, out });
};

interface Waiting {
  readonly wait: boolean;
  readonly follow: boolean;
  readonly out: Output;
}

/** Waits for the end of a run. Standard output has the log with `--follow` alone, otherwise the output. */
async function untilEnd(server: Hangar, runID: string, { wait, follow, out }: Waiting): Promise<ExitReason> {
  const isLogResult = follow && !wait && !out.isJson;
  const lines = out.list();
  const print = (entries: readonly LogEntry[]): void => {
    for (const entry of entries) {
      if (isLogResult) lines.add(entry, logCells(entry));
      else out.note(`${entry.timestamp}  ${entry.level}  ${entry.text.replaceAll('\n', ' ')}`);
    }
  };
  const row = await followRun(server, runID, {
    onLines: follow ? print : undefined,
    onWaiting: () => out.note(`${runID} waits for an answer: hangar prompts, then hangar answer ${runID}`),
  });
  if (!isLogResult) await showEnd(server, runID, out);
  if (row.status !== 'Succeeded') out.note(`${runID}: ${row.status}${row.failure === '' ? '' : `: ${row.failure}`}`);
  return exitOf(row.status);
}

async function showEnd(server: Hangar, runID: string, out: Output): Promise<void> {
  const { run: ended, output } = await server.api.runs.get({ params: { id: runID } });
  out.show({ run: ended, output }, jsonText(output));
}

/** The cells of a log line. */
export function logCells({ timestamp, level, text }: LogEntry): readonly Cell[] {
  return [timestamp, { text: level.padEnd(7), colour: colourOf(level) }, text];
}

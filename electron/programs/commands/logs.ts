import type { Handler } from './command.ts';
import type { LOGS_FLAGS } from './flags.ts';
import { followRun, LogReader } from './follow-work.ts';
import { logCells } from './run.ts';

/** Prints the log of a run. */
export const logs: Handler<typeof LOGS_FLAGS> = async ({ operands: [id = ''], flags, out, hangar }) => {
  const server = await hangar();
  const list = out.list();
  const onLines: ConstructorParameters<typeof LogReader>[2] = (lines) => {
    for (const line of lines) list.add(line, logCells(line));
  };
  if (flags.follow) await followRun(server, id, { onLines });
  else await new LogReader(server, id, onLines).catchUp();
  list.end();
};

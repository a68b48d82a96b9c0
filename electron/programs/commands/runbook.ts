import type { SessionRow } from '../../../shared/contract/emulator/rows.ts';
import type { ExitReason } from '../../emulator/host/start-error.ts';
import type { Hangar } from '../client/hangar.ts';
import type { Output } from '../output/output.ts';
import { colourOf } from '../output/terminal-text.ts';
import type { Handler } from './command.ts';
import type { EXECUTE_FLAGS } from './flags.ts';
import { exitOf, followSession } from './follow-work.ts';
import { readParameterValues, readStandardInput } from './parameter-values.ts';

/** Executes a runbook; with `--wait` or `--follow`, waits for the end of its session. */
export const runbook: Handler<typeof EXECUTE_FLAGS> = async ({ operands: [id = '', ...texts], flags, out, hangar }) => {
  const server = await hangar();
  const { parameters } = await server.api.definitions.runbooks.get({ params: { id } });
  const sources = { readInput: readStandardInput, upload: server.upload };
  const paramValues = await readParameterValues(texts, parameters, sources);
  const environment = flags.env === undefined ? {} : { environment: flags.env };
  const body = { paramValues, ...environment };
  const { sessionID } = await server.api.sessions.execute({ params: { id }, body });
  if (!flags.wait && !flags.follow) {
    out.show({ sessionID }, sessionID);
    return undefined;
  }
  return untilEnd(server, sessionID, { isFollowing: flags.follow, out });
};

/** Waits for the end of a session, and prints the results of its blocks. With `--follow`, also prints their progress. */
async function untilEnd(
  server: Hangar,
  id: string,
  { isFollowing, out }: { readonly isFollowing: boolean; readonly out: Output },
): Promise<ExitReason> {
  const before = new Map<string, string>();
  const row = await followSession(server, id, ({ session, blocks }) => {
    for (const { slug, status, runID } of blocks) {
      if (before.get(slug) === status) continue;
      before.set(slug, status);
      if (isFollowing && status !== 'Pending') out.note(`${session.updatedAt}  ${slug}: ${status} ${runID}`.trimEnd());
      if (status === 'Waiting') out.note(`${slug} waits for an answer: hangar prompts, then hangar answer ${runID}`);
    }
  });
  const { runs } = await server.api.sessions.get({ params: { id } });
  out.table({ row, runs }, blocksTable(row));
  if (row.session.status !== 'Succeeded') out.note(`${id}: ${row.session.status}${row.failure && `: ${row.failure}`}`);
  return exitOf(row.session.status);
}

/** The blocks of a session as a table. */
export function blocksTable({ blocks }: SessionRow) {
  return {
    head: ['block', 'status', 'run'],
    rows: blocks.map(({ slug, status, runID }) => [slug, { text: status, colour: colourOf(status) }, runID]),
    none: 'The runbook has no blocks.',
  };
}

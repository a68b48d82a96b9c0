import { BookOpenIcon } from 'lucide-react';
import { sluggedKind, type DefinitionKind } from '../../authoring/editor/definition-kind.ts';
import { Runbook } from '../../../shared/model/runbook.ts';
import { listOf } from '../../../shared/values/json.ts';
import { definitionTabs } from '../../authoring/editor/common-tabs.tsx';
import { DefinitionPage } from '../../authoring/editor/DefinitionPage.tsx';
import { type RunbookItem, useApi, useLiveQuery } from '../../core/data/hangar.ts';
import { counted, DocsLink } from '../../ui/text/shown-text.tsx';
import { BLOCKS, BlocksTab } from './BlocksTab.tsx';
import { runbookProblems } from './runbook-checks.ts';
import { TERMINAL_SESSION_STATUSES } from '../../../shared/model/status.ts';
import { unfinishedRunsText } from '../../authoring/checks/usages.ts';

/** `/runbooks`, `/runbooks/new` and `/runbooks/:id/:tab`. */
export function RunbooksPage() {
  return <DefinitionPage kind={runbookKind} />;
}

const runbookKind: DefinitionKind<RunbookItem> = {
  ...sluggedKind('runbooks', 'runbook', Runbook),
  tabs: definitionTabs('runbook', 'sessions', [
    {
      slug: 'blocks',
      label: 'Blocks',
      fields: ['blocks'],
      Panel: BlocksTab,
      count: ({ blocks }) => listOf(blocks).length,
    },
  ]),
  work: BLOCKS,
  check: runbookProblems,
  note: ({ blocks, parameters }) => `${counted(blocks.length, 'block')} · ${counted(parameters.length, 'parameter')}`,
  icon: BookOpenIcon,
  emptyText: (
    <>
      A <DocsLink href="/docs/workspace-file.html#example">runbook</DocsLink> runs tasks and asks people, block by
      block.
    </>
  ),
  useDeletionImpact: useRunbookDeletionImpact,
  useExecute: () => {
    const api = useApi();
    return (id, body) => api.sessions.execute({ params: { id }, body });
  },
  useLatest: (id) => {
    const api = useApi();
    const { data } = useLiveQuery(
      `latest session of ${id}`,
      () => api.sessions.list({ query: { runbook: id, limit: '1' } }),
      (event) => event.type === 'session' && event.row.session.runbookID === id,
    );
    const [row] = data?.sessions ?? [];
    const { session, failure = '' } = row ?? {};
    const link = { href: `/sessions/${session?.id ?? ''}`, linkText: 'Open session' };
    return {
      noun: 'session',
      loaded: data !== undefined,
      latest: session && { status: session.status, createdAt: session.createdAt, failure, ...link },
    };
  },
};

/** Maximum number of sessions to check, newest first. */
const MAX_SESSIONS = 1000;

/** Returns a function that describes the effects of deleting a runbook: its unfinished sessions continue. */
function useRunbookDeletionImpact() {
  const api = useApi();
  return async ({ id }: RunbookItem): Promise<readonly string[]> => {
    const { sessions } = await api.sessions.list({ query: { runbook: id, limit: String(MAX_SESSIONS) } });
    const unfinished = sessions.filter(({ session }) => !TERMINAL_SESSION_STATUSES.has(session.status));
    return unfinishedRunsText(unfinished.length, 'session');
  };
}

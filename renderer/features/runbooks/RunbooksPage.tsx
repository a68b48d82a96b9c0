import { Runbook } from '../../../shared/model/runbook.ts';
import { jsonOf, listOf } from '../../authoring/context/json-path.ts';
import { copyOf, nameOrSlug } from '../../authoring/context/slug.ts';
import { accessTab, parametersTab } from '../../authoring/editor/common-tabs.tsx';
import type { DefinitionKind } from '../../authoring/editor/definition-kind.ts';
import { DefinitionPage } from '../../authoring/editor/DefinitionPage.tsx';
import { type RunbookItem, useApi } from '../../core/hangar.ts';
import { counted } from '../../ui/counted.ts';
import { DocsLink } from '../../ui/DocsLink.tsx';
import { BlocksTab } from './BlocksTab.tsx';
import { DetailsTab } from './DetailsTab.tsx';
import { LatestSession } from './LatestSession.tsx';
import { runbookProblems } from './runbook-checks.ts';
import { useRunbookDeletionImpact } from './runbook-deletion-impact.ts';

/** `/runbooks`, `/runbooks/new` and `/runbooks/:id/:tab`. */
export function RunbooksPage() {
  return <DefinitionPage kind={runbookKind} />;
}

const runbookKind: DefinitionKind<RunbookItem> = {
  noun: 'runbook',
  collection: 'runbooks',
  name: 'Runbooks',
  path: '/runbooks',
  schema: Runbook,
  // The schema rejects an empty slug only when saving.
  blank: { ...jsonOf(Runbook.parse({ slug: 'new' })), slug: '' },
  tabs: [
    { slug: 'details', label: 'Details', fields: ['name', 'slug', 'description', 'id'], Panel: DetailsTab },
    parametersTab('runbook'),
    {
      slug: 'blocks',
      label: 'Blocks',
      fields: ['blocks'],
      Panel: BlocksTab,
      count: ({ blocks }) => listOf(blocks).length,
    },
    accessTab('runbook', 'sessions'),
  ],
  titleOf: nameOrSlug,
  copyOf,
  check: runbookProblems,
  note: ({ blocks, parameters }) => sizeText(blocks, parameters),
  meta: ({ blocks, parameters }) => sizeText(listOf(blocks), listOf(parameters)),
  emptyText: (
    <>
      A runbook runs tasks and asks people, block after block.{' '}
      <DocsLink href="/docs/workspace-file.html#example">Example</DocsLink>
    </>
  ),
  useDeletionImpact: useRunbookDeletionImpact,
  useExecute: () => {
    const api = useApi();
    return async (id, body) => {
      await api.sessions.execute({ params: { id }, body });
      return 'Session started';
    };
  },
  Latest: LatestSession,
};

function sizeText(blocks: readonly unknown[], parameters: readonly unknown[]): string {
  return `${counted(blocks.length, 'block')} · ${counted(parameters.length, 'parameter')}`;
}

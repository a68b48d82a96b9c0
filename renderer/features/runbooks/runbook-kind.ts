import { Runbook } from '../../../shared/model/runbook.ts';
import { accessTab, parametersTab } from '../../authoring/editor/common-tabs.tsx';
import type { DefinitionKind } from '../../authoring/editor/definition-kind.ts';
import { jsonOf, listOf } from '../../authoring/context/json-path.ts';
import { copyOf, nameOrSlug } from '../../authoring/context/slug.ts';
import type { RunbookItem } from '../../core/hangar.ts';
import { counted } from '../../ui/counted.ts';
import { BlocksTab } from './BlocksTab.tsx';
import { DetailsTab } from './DetailsTab.tsx';
import { LatestSession } from './LatestSession.tsx';
import { runbookProblems } from './runbook-checks.ts';
import { useRunbookDeletionImpact } from './runbook-deletion-impact.ts';
import { useExecuteRunbook, useRunbookStore } from './runbook-store.ts';

/** Runbooks, for the shared list and editor. */
export const runbookKind: DefinitionKind<RunbookItem> = {
  noun: 'runbook',
  collection: 'runbooks',
  name: 'Runbooks',
  path: '/runbooks',
  schema: Runbook,
  // An empty slug is what one begins with; the schema refuses it only when saving.
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
  useStore: useRunbookStore,
  titleOf: nameOrSlug,
  copyOf: copyOf,
  check: runbookProblems,
  note: ({ blocks, parameters }) => `${counted(blocks.length, 'block')} · ${counted(parameters.length, 'parameter')}`,
  meta: ({ blocks, parameters }) =>
    `${counted(listOf(blocks).length, 'block')} · ${counted(listOf(parameters).length, 'parameter')}`,
  emptyText: 'A runbook runs tasks and asks people, one block after the other. Write the first one here.',
  useDeletionImpact: useRunbookDeletionImpact,
  useExecute: useExecuteRunbook,
  Latest: LatestSession,
};

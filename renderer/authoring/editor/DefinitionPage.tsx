import { Redirect, useRoute } from 'wouter';
import { findByReference } from '../../core/find-by-reference.ts';
import { useRecordStore } from '../../core/record-store.ts';
import type { DefinitionItem, DefinitionKind } from './definition-kind.ts';
import { DefinitionEditor, tabUrl } from './DefinitionEditor.tsx';
import { DefinitionList } from './DefinitionList.tsx';
import { SelectedDefinition } from './SelectedDefinition.tsx';

/** The page of tasks or runbooks: `/tasks`, `/tasks/new`, `/tasks/:id/:tab`. */
export function DefinitionPage<Item extends DefinitionItem>({ kind }: { kind: DefinitionKind<Item> }) {
  const [isOne, params] = useRoute(`${kind.path}/:id/:tab?`);
  const { items } = useRecordStore<Item>(kind);
  if (!isOne) return <DefinitionList kind={kind} />;
  const { id, tab = '' } = params;
  const named = findByReference(items, id);
  if (named !== undefined && named.id !== id) return <Redirect to={tabUrl(kind, named.id, tab)} replace />;
  return (
    <SelectedDefinition kind={kind} id={id}>
      {(selected) => <DefinitionEditor {...selected} kind={kind} tab={tab} />}
    </SelectedDefinition>
  );
}

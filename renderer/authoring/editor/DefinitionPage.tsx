import { Redirect, useRoute } from 'wouter';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import { findByReference } from '../../core/find-by-reference.ts';
import { useWorkspaceDefinitions } from '../context/workspace-definitions.ts';
import type { DefinitionItem, DefinitionKind } from './definition-kind.ts';
import { DefinitionEditor } from './DefinitionEditor.tsx';
import { DefinitionList } from './DefinitionList.tsx';
import { MissingDefinition } from './MissingDefinition.tsx';
import { tabUrl } from './use-definition-editor.ts';
import { useEditorKey } from './use-editor-key.ts';

/** The page of tasks or runbooks: `/tasks`, `/tasks/new`, `/tasks/:id/:tab`. */
export function DefinitionPage<Item extends DefinitionItem>({ kind }: { kind: DefinitionKind<Item> }) {
  const [isOne, params] = useRoute(`${kind.path}/:id/:tab?`);
  const { items, loaded, error } = kind.useStore();
  const definitions = useWorkspaceDefinitions();
  const editor = useEditorKey(params?.id ?? '');
  if (!isOne) return <DefinitionList kind={kind} />;
  const { id, tab = '' } = params;
  if (!loaded || definitions === undefined) {
    return (
      <>
        <PageHeader title={kind.name} />
        {error === '' ? <LoadingState /> : <ErrorState message={error} />}
      </>
    );
  }
  const item = findByReference(items, id);
  if (item === undefined && id !== 'new') return <MissingDefinition {...kind} id={id} />;
  if (item !== undefined && item.id !== id) return <Redirect to={tabUrl(kind, item.id, tab)} replace />;
  return <DefinitionEditor key={editor.key} {...{ kind, item, definitions, tab }} onCreated={editor.onCreated} />;
}

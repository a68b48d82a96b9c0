import { Button, Group, VisuallyHidden } from '@mantine/core';
import { Link } from 'wouter';
import { useStore } from 'zustand';
import type { JsonObject } from '../../../shared/values/json.ts';
import { fullKeyOf, useWorkspaceKey } from '../../core/drafts.ts';
import { useHangar } from '../../core/hangar.ts';
import { useNavigate } from '../../core/url.ts';
import { EmptyState } from '../../ui/states.tsx';
import { draftKey } from './use-saving.ts';

interface MissingDefinitionProps {
  readonly noun: string;
  readonly path: string;
  /** The initial value of a new definition. */
  readonly blank: JsonObject;
  readonly id: string;
}

/** Shown for a definition that does not exist. Unsaved changes to it can be recovered. */
export function MissingDefinition({ noun, path, blank, id }: MissingDefinitionProps) {
  const { drafts } = useHangar();
  const navigate = useNavigate();
  const workspace = useWorkspaceKey();
  const keyOf = (of: string | undefined) => fullKeyOf(workspace, draftKey(noun, of));
  const kept = useStore(drafts.store, (state) => state.drafts[keyOf(id)]);
  const hasNew = useStore(drafts.store, (state) => state.drafts[keyOf(undefined)] !== undefined);
  const recover = () => {
    if (kept === undefined) return;
    drafts.write(keyOf(undefined), blank, kept.value);
    drafts.remove(keyOf(id));
    navigate(`${path}/new`);
  };
  return (
    <>
      <VisuallyHidden component="h1">{`No such ${noun}`}</VisuallyHidden>
      <EmptyState
        title={`This ${noun} does not exist`}
        action={
          kept === undefined ? (
            <Link href={path}>All {noun}s</Link>
          ) : (
            <Group>
              <Button onClick={recover} disabled={hasNew}>
                Use my changes in a new {noun}
              </Button>
              <Button onClick={() => drafts.remove(keyOf(id))}>Discard my changes</Button>
            </Group>
          )
        }
      >
        {kept === undefined
          ? 'It may have been deleted.'
          : `It was deleted elsewhere while you edited it. Your changes are kept.${hasNew ? ` Save or discard the new ${noun} that you have begun first.` : ''}`}
      </EmptyState>
    </>
  );
}

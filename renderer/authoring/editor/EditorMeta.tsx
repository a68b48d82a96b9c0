import type { ReactNode } from 'react';
import { MetaLine } from '../../ui/text/MetaLine.tsx';

interface EditorMetaProps {
  /** True while there are unsaved changes. */
  readonly isDirty: boolean;
  /** The text about a saved definition; undefined for a new one. */
  readonly children: ReactNode;
}

/** The line below the title of an editor: whether it is saved, its ID and more. */
export function EditorMeta({ isDirty, children }: EditorMetaProps) {
  const isNew = children === undefined;
  return (
    <MetaLine
      items={[
        // Always there, so that its text is announced.
        <span role="status" className={isDirty ? 'amber' : ''}>
          {isDirty ? <span title="Kept on this computer">● Unsaved</span> : !isNew && 'Saved'}
        </span>,
        isNew ? 'not saved yet' : children,
      ]}
    />
  );
}

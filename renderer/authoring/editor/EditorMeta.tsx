import type { ReactNode } from 'react';
import { MetaLine } from '../../ui/text/MetaLine.tsx';

interface EditorMetaProps {
  readonly isNew: boolean;
  /** True from a save to the next change. */
  readonly isJustSaved: boolean;
  /** The text about a saved definition. */
  readonly children: ReactNode;
}

/** The line below the title of an editor: its ID and more, and whether it was saved. At the end, where it moves nothing. */
export function EditorMeta({ isNew, isJustSaved, children }: EditorMetaProps) {
  return (
    <MetaLine
      items={[
        isNew ? 'not saved yet' : children,
        // Always there, so that its text is announced.
        <span role="status">{isJustSaved && 'Saved'}</span>,
      ]}
    />
  );
}

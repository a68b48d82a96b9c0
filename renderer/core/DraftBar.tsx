import { Button } from '@mantine/core';
import { offerUndo } from '../ui/confirm.tsx';
import type { DraftHandle } from './drafts.ts';
import classes from './DraftBar.module.css';

/**
 * Says how a draft stands: unsaved changes with a way back, or a conflict with what was saved meanwhile. It stands below
 * the fields, so that its coming moves none of them.
 */
export function DraftBar<Value>({ draft, noun }: { draft: DraftHandle<Value>; noun: string }) {
  if (!draft.dirty) return null;
  const { value, set } = draft;
  const discard = () => {
    draft.discard();
    offerUndo('Changes discarded', () => set(value));
  };
  if (draft.conflict) {
    return (
      <div className={classes['bar']} data-conflict role="alert">
        <span>This {noun} was changed elsewhere while you edited it.</span>
        <Button size="compact-xs" onClick={draft.keepMine}>
          Keep mine
        </Button>
        <Button size="compact-xs" onClick={discard}>
          Take theirs
        </Button>
      </div>
    );
  }
  return (
    <div className={classes['bar']} role="status">
      <span>● Unsaved changes, kept on this computer until you save or discard them.</span>
      <Button size="compact-xs" onClick={discard}>
        Discard
      </Button>
    </div>
  );
}

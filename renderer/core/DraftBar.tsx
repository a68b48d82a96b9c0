import { Button } from '@mantine/core';
import { offerUndo } from '../ui/confirm.tsx';
import type { DraftHandle } from './drafts.ts';
import classes from './DraftBar.module.css';

interface DraftBarProps<Value> {
  readonly draft: DraftHandle<Value>;
  readonly noun: string;
  /** True among the fields of a form, with which it lines up, rather than at the edge of a page. */
  readonly plain?: boolean;
}

/**
 * Says how a draft stands: unsaved changes with a way back, or a conflict with what was saved meanwhile. It stands below
 * the fields, so that its coming moves none of them.
 */
export function DraftBar<Value>({ draft, noun, plain = false }: DraftBarProps<Value>) {
  if (!draft.dirty) return null;
  const { value, set } = draft;
  const discard = () => {
    draft.discard();
    offerUndo('Changes discarded', () => set(value));
  };
  if (draft.conflict) {
    return (
      <div className={classes['bar']} data-conflict data-plain={plain} role="alert">
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
    <div className={classes['bar']} data-plain={plain} role="status">
      <span>● Unsaved changes, kept on this computer until you save or discard them.</span>
      <Button size="compact-xs" onClick={discard}>
        Discard
      </Button>
    </div>
  );
}

/** Says that what was typed into a form that saves nothing, such as a test, is kept, with a way to begin anew. */
export function KeptInputBar<Value>({ draft: { dirty, value, set, discard } }: { draft: DraftHandle<Value> }) {
  if (!dirty) return null;
  const clear = () => {
    discard();
    offerUndo('Cleared', () => set(value));
  };
  return (
    <div className={classes['bar']} data-plain={true} role="status">
      <span>What you typed is kept on this computer.</span>
      <Button size="compact-xs" onClick={clear}>
        Clear
      </Button>
    </div>
  );
}

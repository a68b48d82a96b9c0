import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { offerUndo } from '../../ui/layout/confirm.tsx';
import { hideOffers, KEEP_CLEAR, useKeptClear } from '../../ui/layout/notices.ts';
import type { DraftHandle } from './drafts.ts';
import classes from './DraftBar.module.css';

interface DraftBarProps<Value> {
  readonly draft: DraftHandle<Value>;
  readonly noun: string;
  /** True between the fields of a form instead of at the edge of a page. */
  readonly plain?: boolean;
  /** The button that saves, where nothing else does. */
  readonly children?: ReactNode;
}

/**
 * The state of a draft: unsaved changes, or a conflict with a change from elsewhere. Below the fields, so that it does
 * not move them.
 */
export function DraftBar<Value>({ draft, noun, plain = false, children }: DraftBarProps<Value>) {
  useKeptClear(`${draft.dirty} ${draft.conflict}`);
  const discard = useDiscard(draft);
  if (!draft.dirty) return null;
  if (draft.conflict) {
    return (
      <div className={classes['bar']} data-conflict data-plain={plain} role="alert" {...KEEP_CLEAR}>
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
    <div className={classes['bar']} data-plain={plain} role="status" {...KEEP_CLEAR}>
      <span>● Unsaved changes, kept on this computer</span>
      <Button size="compact-xs" onClick={discard}>
        Discard
      </Button>
      {children}
    </div>
  );
}

/** Returns a function that discards a draft, and offers to undo that. */
export function useDiscard<Value>({ value, set, discard }: DraftHandle<Value>): () => void {
  return () => {
    discard();
    hideOffers();
    offerUndo('Changes discarded', () => set(value));
  };
}

/** Notes that the input of a form without Save, such as a test, is kept; a button clears it. */
export function InputDraftBar<Value>({ draft: { dirty, value, set, discard } }: { draft: DraftHandle<Value> }) {
  if (!dirty) return null;
  const clear = () => {
    discard();
    offerUndo('Cleared', () => set(value));
  };
  return (
    <div className={classes['bar']} data-plain={true} role="status">
      <span>Input kept on this computer</span>
      <Button size="compact-xs" onClick={clear}>
        Clear
      </Button>
    </div>
  );
}

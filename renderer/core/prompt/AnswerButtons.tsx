import { Button } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import { KeyCap } from '../../ui/text/KeyCap.tsx';
import { stripBidiControls } from '../../ui/text/strip-bidi-controls.ts';
import { shortcutName, shortcutText } from '../commands/shortcuts.ts';
import classes from './PromptCard.module.css';

/** The keys of the two buttons beside Enter, whose commands the form of a real prompt registers. */
export const ANSWER_KEYS = { confirm: 'A', cancel: 'mod+.' } as const;

/** The texts and effects of two buttons that answer. */
export interface AnswerButtonsProps {
  readonly confirmText: ReactNode;
  readonly cancelText: ReactNode;
  readonly onCancel: () => void;
  readonly busy?: boolean;
  readonly confirmButton?: Ref<HTMLButtonElement>;
  /** False for a preview, where the keys do nothing; true by default. */
  readonly hasKeys?: boolean;
  /** Beside the buttons. */
  readonly children?: ReactNode;
}

/** The buttons of a form that answers; the first one submits it. */
export function AnswerButtons(props: AnswerButtonsProps) {
  const { confirmText, cancelText, onCancel, busy = false, confirmButton, hasKeys = true, children } = props;
  const keysOf = (keys: string) => (hasKeys ? { 'aria-keyshortcuts': keys } : {});
  return (
    <div className="row" style={{ marginTop: 16 }}>
      <Button
        ref={confirmButton}
        type="submit"
        variant="filled"
        loading={busy}
        {...keysOf(`Enter ${ANSWER_KEYS.confirm}`)}
      >
        {stripBidiControls(confirmText)}
        {hasKeys && (
          <>
            <span className={classes['enter']}>
              <KeyCap>Enter</KeyCap>
            </span>
            <span className={classes['letter']}>
              <KeyCap>{ANSWER_KEYS.confirm}</KeyCap>
            </span>
          </>
        )}
      </Button>
      <Button disabled={busy} onClick={onCancel} {...keysOf(shortcutName(ANSWER_KEYS.cancel))}>
        {stripBidiControls(cancelText)}
        {hasKeys && (
          <span className={classes['cancelKey']}>
            <KeyCap quiet>{shortcutText(ANSWER_KEYS.cancel)}</KeyCap>
          </span>
        )}
      </Button>
      {children}
    </div>
  );
}

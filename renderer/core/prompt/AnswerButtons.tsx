import { Button } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import { KeyCap } from '../../ui/text/KeyCap.tsx';
import { stripBidiControls } from '../../ui/text/strip-bidi-controls.ts';

/** The keys of the two buttons, whose commands the form of a real prompt registers. */
const KEYS = { confirm: 'A', cancel: 'R' };

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
  const keyOf = (key: string) => (hasKeys ? { 'aria-keyshortcuts': key } : {});
  return (
    <div className="row" style={{ marginTop: 12 }}>
      <Button ref={confirmButton} type="submit" variant="filled" loading={busy} {...keyOf(KEYS.confirm)}>
        {stripBidiControls(confirmText)}
        {hasKeys && <KeyCap>{KEYS.confirm}</KeyCap>}
      </Button>
      <Button disabled={busy} onClick={onCancel} {...keyOf(KEYS.cancel)}>
        {stripBidiControls(cancelText)}
        {hasKeys && <KeyCap>{KEYS.cancel}</KeyCap>}
      </Button>
      {children}
    </div>
  );
}

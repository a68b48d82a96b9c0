import { Button } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import { useStore } from 'zustand';
import { KeyCap } from '../../ui/text/KeyCap.tsx';
import { stripBidiControls } from '../../ui/text/shown-text.tsx';
import { shortcutName, shortcutText } from '../commands/commands.ts';
import classes from './PromptCard.module.css';
import { useHangar, useInfo } from '../data/hangar.ts';
import { useNavigate } from '../page/page.ts';
import { Select } from '../../ui/inputs/Select.tsx';

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

/** The value of the last entry, which adds a user. */
const ADD_USER = 'add';

/** The user who answers, as a part of a request's body. */
export function useAnswerAs(): { readonly as?: string } {
  const as = useStore(useHangar().preferences, (state) => state.answerAs);
  return as === '' ? {} : { as };
}

/** A select of the user who answers. */
export function AnswerAs() {
  const { preferences } = useHangar();
  const navigate = useNavigate();
  const as = useStore(preferences, (state) => state.answerAs);
  const actors = useInfo()?.actors.filter(({ kind }) => kind === 'local' || kind === 'user') ?? [];
  const local = actors.find(({ kind }) => kind === 'local');
  return (
    <label className={classes['as']}>
      as
      <Select
        aria-label="Answer as"
        value={actors.some(({ id }) => id === as) ? as : (local?.id ?? '')}
        data={[
          ...actors.map(({ id, name }) => ({ value: id, label: name })),
          { value: ADD_USER, label: 'Add a user…' },
        ]}
        onValue={(chosen) =>
          chosen === ADD_USER ? navigate('/team/users/new') : preferences.setState({ answerAs: chosen })
        }
      />
    </label>
  );
}

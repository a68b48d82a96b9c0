import { Button } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import { useStore } from 'zustand';
import { KeyCap } from '../../ui/text/KeyCap.tsx';
import { numberText, stripBidiControls } from '../../ui/text/shown-text.tsx';
import { shortcutName, shortcutText, useCommands } from '../commands/commands.ts';
import classes from './PromptCard.module.css';
import { useHangar, useInfo } from '../data/hangar.ts';
import { useNavigate } from '../page/page.ts';
import { Select } from '../../ui/inputs/Select.tsx';

/** The keys of the two buttons beside Enter, whose commands the form of a real prompt registers. */
export const ANSWER_KEYS = { confirm: 'A', all: 'mod+shift+Enter', cancel: 'mod+.' } as const;

/** Says what the key for all prompts of a kind does: `Refund all 10 like this`. @param others number of the others */
export function allText(confirmText: string, others: number): string {
  return `${confirmText} all ${numberText(others + 1)} like this`;
}

interface AnswerCommands {
  readonly asked: string;
  readonly confirmText: string;
  readonly cancelText: string;
  /** Number of others that one key answers together with it. */
  readonly others: number;
  readonly answer: (isYes: boolean, ofAll: boolean) => void;
}

/** The commands of the buttons that answer, with their keys. */
export function useAnswerCommands({ asked, confirmText, cancelText, others, answer }: AnswerCommands): void {
  const command = (id: string, title: string, shortcut: string, run: () => void) => ({
    ...{ id: `prompt-${id}`, title, group: 'Prompts', shortcut, run },
    when: id !== 'submit-all' || others > 0,
  });
  useCommands([
    command('submit', `${confirmText}: ${asked}`, ANSWER_KEYS.confirm, () => answer(true, false)),
    command('submit-all', allText(confirmText, others), ANSWER_KEYS.all, () => answer(true, true)),
    command('cancel', `${cancelText}: ${asked}`, ANSWER_KEYS.cancel, () => answer(false, false)),
  ]);
}

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
        <span className="ellipsis">{stripBidiControls(confirmText)}</span>
        {hasKeys &&
          Object.entries({ enter: 'Enter', both: shortcutText('mod+Enter'), letter: ANSWER_KEYS.confirm }).map(
            ([name, key]) => (
              <span key={name} className={classes[name]}>
                <KeyCap>{key}</KeyCap>
              </span>
            ),
          )}
      </Button>
      <Button disabled={busy} onClick={onCancel} {...keysOf(shortcutName(ANSWER_KEYS.cancel))}>
        <span className="ellipsis">{stripBidiControls(cancelText)}</span>
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

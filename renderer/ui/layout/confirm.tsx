import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { createStore } from 'zustand/vanilla';
import { useStore } from 'zustand';
import { showNotice } from './notices.ts';
import { stripBidiControls } from '../text/shown-text.tsx';
import { Dialog, DialogActions } from './Dialog.tsx';

/** A question to confirm an action. */
interface Question {
  readonly title: string;
  readonly text: string;
  /** The label of the confirming button: a verb. */
  readonly action: string;
  /** The label of the other button; `Cancel` by default. */
  readonly otherwise?: string;
  readonly danger?: boolean;
  /** The label of an alternative, as a verb. */
  readonly instead?: string;
}

/** The chosen button. */
export type Choice = 'action' | 'instead' | 'cancel';

/** The open question and the function that answers it, for `ConfirmDialog`. */
export const confirmation = createStore<{ question: Question | undefined; answer: (choice: Choice) => void }>(() => ({
  question: undefined,
  answer: () => undefined,
}));

/** Asks a question; resolves to true when confirmed. */
export async function confirm(question: Question): Promise<boolean> {
  return (await choose(question)) === 'action';
}

/** Asks a question; resolves to the chosen button. */
export function choose(question: Question): Promise<Choice> {
  return new Promise((resolve) => {
    confirmation.getState().answer('cancel');
    const answer = (choice: Choice) => {
      confirmation.setState({ question: undefined, answer: () => undefined });
      resolve(choice);
    };
    confirmation.setState({ question, answer });
  });
}

const UNDO_TIMEOUT = 30_000;

/** Shows a notification with Undo for half a minute, longer while it has pointer or focus. @param noticeID by which it can be hidden */
export function offerUndo(message: string, undo: () => void, noticeID?: string): void {
  const notice = {
    ...(noticeID === undefined ? {} : { id: noticeID }),
    message: (
      <Group justify="space-between" wrap="nowrap">
        <span style={{ whiteSpace: 'pre-line' }}>{stripBidiControls(message)}</span>
        <Button
          size="compact-sm"
          onClick={() => {
            notifications.hide(id);
            undo();
          }}
        >
          Undo
        </Button>
      </Group>
    ),
    autoClose: UNDO_TIMEOUT,
  };
  const id = showNotice(notice, true);
}

/** Shows the open question. Rendered once. */
export function ConfirmDialog() {
  const { question, answer } = useStore(confirmation);
  return (
    <Dialog
      opened={question !== undefined}
      onClose={() => answer('cancel')}
      title={stripBidiControls(question?.title ?? '')}
      size={question?.instead === undefined ? 'sm' : 'md'}
    >
      <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
        {stripBidiControls(question?.text)}
      </Text>
      <DialogActions>
        <Button onClick={() => answer('cancel')}>{stripBidiControls(question?.otherwise ?? 'Cancel')}</Button>
        {question?.instead !== undefined && <Button onClick={() => answer('instead')}>{question.instead}</Button>}
        <Button
          variant="filled"
          color={question?.danger === true ? 'bad' : 'accent'}
          data-autofocus
          onClick={() => answer('action')}
        >
          {stripBidiControls(question?.action)}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

import { Button, Group, Modal, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** A question that must be answered before something is done. */
export interface Question {
  readonly title: string;
  readonly text: string;
  /** What the button that does it says: a verb. */
  readonly action: string;
  /** What the button that leaves it says; `Cancel` when left out. */
  readonly otherwise?: string;
  readonly danger?: boolean;
}

const asked = createStore<{ question: Question | undefined; answer: (yes: boolean) => void }>(() => ({
  question: undefined,
  answer: () => undefined,
}));

/** Asks, and gives true when the person agrees. */
export function confirm(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    asked.getState().answer(false);
    const answer = (yes: boolean) => {
      asked.setState({ question: undefined, answer: () => undefined });
      resolve(yes);
    };
    asked.setState({ question, answer });
  });
}

/** Shows the question that is open; stands once in the application. */
export function ConfirmDialog() {
  const { question, answer } = useStore(asked);
  return (
    <Modal opened={question !== undefined} onClose={() => answer(false)} title={question?.title ?? ''} size="sm">
      <Text size="sm">{question?.text}</Text>
      <Group justify="flex-end" mt="md" gap="sm">
        <Button onClick={() => answer(false)}>{question?.otherwise ?? 'Cancel'}</Button>
        <Button
          variant="filled"
          color={question?.danger === true ? 'bad' : 'accent'}
          data-autofocus
          onClick={() => answer(true)}
        >
          {question?.action}
        </Button>
      </Group>
    </Modal>
  );
}

const UNDO_OFFERED = 30_000;

/** Says that something is done and offers to undo it, for half a minute and while the pointer or the focus is there. */
export function offerUndo(message: string, undo: () => void): void {
  const id = notifications.show({
    message: (
      <Group justify="space-between" wrap="nowrap">
        <span>{message}</span>
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
    autoClose: UNDO_OFFERED,
  });
}

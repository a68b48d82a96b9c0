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
        <Button onClick={() => answer(false)}>Cancel</Button>
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

/** Says that something is done and offers to undo it for ten seconds. */
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
    autoClose: 10_000,
  });
}

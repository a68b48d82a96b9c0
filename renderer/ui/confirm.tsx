import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
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
  /** Another way to go on, as a verb. */
  readonly instead?: string;
}

/** What was chosen: the action, the other way, or nothing at all. */
export type Choice = 'action' | 'instead' | 'cancel';

/** The question that is open, and who waits for its answer; `ConfirmDialog` shows it. */
export const confirmation = createStore<{ question: Question | undefined; answer: (choice: Choice) => void }>(() => ({
  question: undefined,
  answer: () => undefined,
}));

/** Asks, and gives true when the person agrees. */
export async function confirm(question: Question): Promise<boolean> {
  return (await choose(question)) === 'action';
}

/** Asks, and gives which way was chosen. */
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
    autoClose: UNDO_TIMEOUT,
  });
}

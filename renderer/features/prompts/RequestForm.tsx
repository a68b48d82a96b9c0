import { TextInput } from '@mantine/core';
import { useRef } from 'react';
import { useAction } from '../../core/data/action.ts';
import { useCommands } from '../../core/commands/commands.ts';
import { useDraft } from '../../core/drafts/drafts.ts';
import { type RequestItem, useHangar } from '../../core/data/hangar.ts';
import { AnswerAs, useAnswerAs, ANSWER_KEYS, AnswerButtons } from '../../core/prompt/AnswerButtons.tsx';
import card from '../../core/prompt/PromptCard.module.css';
import { reviewersText } from '../../core/prompt/question.ts';
import { useFocusFirst } from '../../ui/focus/move-focus.ts';
import { Form } from '../../ui/inputs/Form.tsx';

/** Maximum length of a reason, in characters. */
const MAX_REASON = 10_000;

/** The form that approves or rejects. */
export function RequestForm({ item: { request, name, reviewers } }: { item: RequestItem }) {
  const id = request.iD;
  const { api, collections } = useHangar();
  const as = useAnswerAs();
  const reason = useDraft(`request:${id}`, '');
  const container = useRef<HTMLDivElement>(null);
  const approveButton = useRef<HTMLButtonElement>(null);
  useFocusFirst(container, { otherwise: approveButton, wanted: true });
  const answer = useAction(async (isYes: boolean) => {
    const body = { reason: reason.value, ...as };
    await (isYes ? api.requests.approve : api.requests.reject)({ params: { id }, body });
    reason.discard();
    collections.requests.remove(id);
  });
  useRequestCommands(name, (isYes) => void answer.run(isYes));
  return (
    <Form onSubmit={() => void answer.run(true)}>
      <div ref={container}>
        <TextInput
          className={card['reason'] ?? ''}
          label="Reason"
          description="Optional; a rejection passes it to the program."
          value={reason.value}
          maxLength={MAX_REASON}
          autoComplete="off"
          onChange={(event) => reason.set(event.currentTarget.value)}
        />
      </div>
      <AnswerButtons
        confirmText="Approve"
        cancelText="Reject"
        confirmButton={approveButton}
        busy={answer.busy}
        onCancel={() => void answer.run(false)}
      >
        <AnswerAs />
      </AnswerButtons>
      <p className={card['reviewers']}>{reviewersText(reviewers)}</p>
    </Form>
  );
}

/** The commands Approve and Reject, with the keys of the buttons. */
function useRequestCommands(name: string, answer: (isYes: boolean) => void): void {
  const { confirm, cancel } = ANSWER_KEYS;
  const group = 'Prompts';
  useCommands([
    { id: 'request-approve', title: `Approve: ${name}`, group, shortcut: confirm, run: () => answer(true) },
    { id: 'request-reject', title: `Reject: ${name}`, group, shortcut: cancel, run: () => answer(false) },
  ]);
}

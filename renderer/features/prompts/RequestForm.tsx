import { TextInput } from '@mantine/core';
import { useRef } from 'react';
import { useAction } from '../../core/data/action.ts';
import { useDraft } from '../../core/drafts/drafts.ts';
import { type RequestItem, useHangar } from '../../core/data/hangar.ts';
import { AnswerAs, AnswerButtons, useAnswerAs, useAnswerCommands } from '../../core/prompt/AnswerButtons.tsx';
import { APPROVAL_TEXTS } from './inbox/inbox-items.ts';
import card from '../../core/prompt/PromptCard.module.css';
import { reviewersText } from '../../core/prompt/question.ts';
import { useFocusFirst } from '../../ui/focus/move-focus.ts';
import { Form } from '../../ui/inputs/Form.tsx';

/** Maximum length of a reason, in characters. */
const MAX_REASON = 10_000;

interface RequestFormProps {
  readonly item: RequestItem;
  /** Called after an answer. `byKey` is true when Enter or the key of the other button gave it. */
  readonly onAnswered: (byKey: boolean) => void;
}

/** The form that approves or rejects. */
export function RequestForm({ item: { request, name, reviewers }, onAnswered }: RequestFormProps) {
  const id = request.iD;
  const { api, collections } = useHangar();
  const as = useAnswerAs();
  const reason = useDraft(`request:${id}`, '');
  const container = useRef<HTMLDivElement>(null);
  const approveButton = useRef<HTMLButtonElement>(null);
  useFocusFirst(container, { otherwise: approveButton, wanted: true });
  const answer = useAction(async (isYes: boolean, byKey: boolean) => {
    const body = { reason: reason.value, ...as };
    await (isYes ? api.requests.approve : api.requests.reject)({ params: { id }, body });
    reason.discard();
    collections.requests.remove(id);
    onAnswered(byKey);
  });
  useAnswerCommands({ asked: name, ...APPROVAL_TEXTS, others: 0, answer: (isYes) => void answer.run(isYes, !isYes) });
  return (
    <Form onSubmit={(byEnter) => answer.run(true, byEnter)}>
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
        {...APPROVAL_TEXTS}
        confirmButton={approveButton}
        busy={answer.busy}
        onCancel={() => void answer.run(false, false)}
      >
        <AnswerAs />
      </AnswerButtons>
      <p className={card['reviewers']}>{reviewersText(reviewers)}</p>
    </Form>
  );
}

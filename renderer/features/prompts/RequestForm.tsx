import { Textarea } from '@mantine/core';
import { useRef } from 'react';
import { useAction } from '../../core/data/action.ts';
import { useCommands } from '../../core/commands/commands.ts';
import { useDraft } from '../../core/drafts/drafts.ts';
import { type RequestItem, useHangar } from '../../core/data/hangar.ts';
import { AnswerAs, useAnswerAs } from '../../core/prompt/AnswerAs.tsx';
import { AnswerButtons } from '../../core/prompt/AnswerButtons.tsx';
import { confirm } from '../../ui/layout/confirm.tsx';
import { useFocusFirst } from '../../ui/focus/focus-first.ts';
import { Form } from '../../ui/inputs/Form.tsx';

/** Maximum length of a reason, in characters. */
const MAX_REASON = 10_000;

/** The form that approves or rejects a request. */
export function RequestForm({ item: { request, name } }: { item: RequestItem }) {
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
        <Textarea
          label="Reason"
          description="Optional; a rejection passes it to the program."
          value={reason.value}
          maxLength={MAX_REASON}
          autosize
          minRows={2}
          maxRows={8}
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
    </Form>
  );
}

/** The commands Approve (A) and Reject (R); a rejection is confirmed, since a key is easily pressed. */
function useRequestCommands(name: string, answer: (isYes: boolean) => void): void {
  const reject = async () => {
    const mayReject = await confirm({
      title: 'Reject?',
      text: `The request to execute ${name} cannot be approved afterwards.`,
      action: 'Reject',
      otherwise: 'Keep the request',
      danger: true,
    });
    if (mayReject) answer(false);
  };
  const group = 'Prompt';
  useCommands([
    { id: 'request-approve', title: `Approve: ${name}`, group, shortcut: 'A', run: () => answer(true) },
    { id: 'request-reject', title: `Reject: ${name}`, group, shortcut: 'R', run: () => void reject() },
  ]);
}

import { NumberInput, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useRunbooks, useTasks, useUsers } from '../../../core/data/hangar.ts';
import { questionTitle } from '../../../../shared/model/titles.ts';
import { slugOption } from '../../../core/run/run-target.ts';
import { Select } from '../../../ui/inputs/Select.tsx';
import { Sentence } from '../../../ui/inputs/Sentence.tsx';
import { ConditionFields } from './ConditionFields.tsx';
import { isForRequests, type RuleAction } from './rule-draft.ts';
import type { RuleFieldsProps, RuleRequest } from './use-rules.ts';

interface RuleSentenceProps extends RuleFieldsProps {
  readonly request: RuleRequest;
  /** The values of the answer; false for an answer without values. */
  readonly values: ReactNode;
}

/** A rule as a sentence with fields in it: `When [any task] asks [any question] [in any case] then press [its confirm button] …` */
export function RuleSentence({ draft, change, request, values }: RuleSentenceProps) {
  const isApproval = isForRequests(draft);
  const users = useUsers().items.map(({ email, name }) => ({ value: email, label: name ?? email }));
  return (
    <Sentence label="The rule">
      <span>When</span>
      <AskerField {...{ draft, change }} />
      {isApproval ? <span>asks for approval</span> : <QuestionField {...{ draft, change }} item={request.prompt} />}
      <ConditionFields {...{ draft, change }} />
      <span>{isApproval ? 'then' : 'then press'}</span>
      <Select label="Answer" value={draft.action} data={actionsOf(request)} onValue={(action) => change({ action })} />
      {values}
      {isApproval && (
        <>
          <span>with the reason</span>
          <TextInput
            label="Reason"
            title="May contain {{ }}"
            placeholder="none"
            value={draft.reason}
            maxLength={MAX_REASON}
            onChange={({ currentTarget: { value } }) => change({ reason: value })}
          />
        </>
      )}
      <span>after</span>
      <NumberInput
        label="After seconds"
        min={0}
        value={draft.afterSeconds}
        onChange={(value) => change({ afterSeconds: Number(value) || 0 })}
      />
      <span>s as</span>
      <Select
        label="Answer as"
        value={draft.as}
        data={[{ value: '', label: 'you' }, ...users]}
        onValue={(as) => change({ as })}
      />
    </Sentence>
  );
}

/** Maximum length of a reason, in characters. */
const MAX_REASON = 10_000;

/** Begins the value of a runbook, which slugs do not. */
const RUNBOOK = 'runbook ';

/** The field of the asker: a task, or a runbook with a prompt block. */
function AskerField({ draft: { task, runbook }, change }: RuleFieldsProps) {
  const tasks = useTasks().items.map(slugOption);
  const runbooks = useRunbooks().items.map((item) => {
    const { value, label } = slugOption(item);
    return { value: RUNBOOK + value, label };
  });
  return (
    <Select
      label="Task"
      value={runbook === '' ? task : RUNBOOK + runbook}
      data={[{ value: '', label: 'any task' }, ...tasks, ...runbooks]}
      onValue={(chosen) =>
        change(
          chosen.startsWith(RUNBOOK)
            ? { task: '', runbook: chosen.slice(RUNBOOK.length) }
            : { task: chosen, runbook: '' },
        )
      }
    />
  );
}

function QuestionField({ draft: { question }, change, item }: RuleFieldsProps & { item: RuleRequest['prompt'] }) {
  const asked = item?.prompt.description ?? question;
  const these =
    asked === '' ? [] : [{ value: asked, label: item === undefined ? questionTitle(asked) : 'this question' }];
  return (
    <>
      <span>asks</span>
      <Select
        label="Question"
        value={question}
        data={[{ value: '', label: 'any question' }, ...these]}
        onValue={(chosen) => change({ question: chosen })}
      />
    </>
  );
}

/** The possible actions of the rule. A rule made from an answer stays with prompts, or with approvals. */
function actionsOf({ prompt: item, isRequest = false }: RuleRequest): { value: RuleAction; label: string }[] {
  const ofPrompt = [
    { value: 'submit', label: item?.prompt.confirmText ?? 'its confirm button' },
    { value: 'cancel', label: item?.prompt.cancelText ?? 'its cancel button' },
  ] as const;
  const ofRequest = [
    { value: 'approve', label: 'approve' },
    { value: 'reject', label: 'reject' },
  ] as const;
  return [...(isRequest ? [] : ofPrompt), ...(item === undefined ? ofRequest : [])];
}

import { Button } from '@mantine/core';
import { useMemo, useRef } from 'react';
import { useAction } from '../data/action.ts';
import { useDraft } from '../drafts/drafts.ts';
import { inputValuesOf } from '../forms/input-values.ts';
import { parametersOfView, useParameterForm, type ParameterForm } from '../forms/use-parameter-form.ts';
import { type PromptItem, useEnvironments, useHangar } from '../data/hangar.ts';
import { CopyButton } from '../../ui/inputs/CopyButton.tsx';
import { useFocusFirst } from '../../ui/focus/move-focus.ts';
import { AnswerAs, useAnswerAs, useAnswerCommands, AnswerButtons, type AnswerButtonsProps } from './AnswerButtons.tsx';
import { questionTitle } from '../../../shared/model/titles.ts';
import { isPending } from '../../../shared/model/status.ts';
import type { Reviewers } from '../../../shared/model/behavior.ts';
import { Form } from '../../ui/inputs/Form.tsx';
import { ParameterFields } from '../forms/ParameterFields.tsx';
import classes from './PromptCard.module.css';
import { reviewersText } from './question.ts';

/** The unsent input of a prompt that another user answered. */
export function UnsentAnswer({ item }: { item: PromptItem }) {
  const { draft } = useAnswer(item);
  if (!draft.dirty) return null;
  const text = JSON.stringify(draft.value);
  return (
    <p className="row" role="status">
      Unsent input: <code className="code">{text}</code>
      <CopyButton value={text} label="Copy the unsent input" short="Copy" />
      <Button size="compact-xs" onClick={draft.discard}>
        Discard
      </Button>
    </p>
  );
}

function useAnswer({ prompt }: PromptItem) {
  const parameters = useMemo(() => parametersOfView(prompt.schema.parameters), [prompt.schema.parameters]);
  // The input was based on the prompt's defaults, which an answered prompt no longer has.
  const draft = useDraft(`prompt:${prompt.id}`, inputValuesOf(parameters, isPending(prompt) ? prompt.values : {}));
  return { parameters, draft };
}

/** Options of a form that answers a prompt. */
export interface AnsweringProps {
  /** True to focus the first field when the form opens, or the confirming button when it has none. */
  readonly focused?: boolean;
  /** Other waiting prompts of its kind, which one key answers together with it. */
  readonly alike?: readonly PromptItem[];
  /** Called after an answer. `byKey` is true when Enter, the key for all of a kind or that of the other button gave it. */
  readonly onAnswered?: ((byKey: boolean, ofAll: boolean) => void) | undefined;
}

const NONE: readonly PromptItem[] = [];

/** The form of a prompt. */
export function PromptForm({ item, focused = false, alike = NONE, onAnswered }: AnsweringProps & { item: PromptItem }) {
  const { prompt } = item;
  const { parameters, draft } = useAnswer(item);
  const environment = useEnvironments().items.find(({ slug }) => slug === item.environment);
  const form = useParameterForm({ parameters, input: draft.value, onInput: draft.set, environment });
  const { api, collections } = useHangar();
  const who = useAnswerAs();
  const submitButton = useRef<HTMLButtonElement>(null);
  useFocusFirst(form.container, { otherwise: submitButton, wanted: focused });
  const answer = useAction(async (isYes: boolean, byKey: boolean, others: readonly PromptItem[]) => {
    const values = isYes ? form.submit() : {};
    if (values === undefined) return;
    // One after the other: the first refusal ends it.
    for (const { id } of [item, ...others].map((each) => each.prompt)) {
      if (isYes) await api.prompts.submit({ params: { id }, body: { values, ...who } });
      else await api.prompts.cancel({ params: { id }, body: who });
      collections.prompts.remove(id);
      draft.discard();
    }
    onAnswered?.(byKey, others.length > 0);
  });
  const asked = questionTitle(prompt.description);
  useAnswerCommands({
    ...{ asked, confirmText: prompt.confirmText, cancelText: prompt.cancelText, others: alike.length },
    answer: (isYes, ofAll) => void answer.run(isYes, !isYes || ofAll, ofAll ? alike : NONE),
  });
  return (
    <PromptFormView
      reviewers={prompt.reviewers}
      form={form}
      confirmText={prompt.confirmText}
      cancelText={prompt.cancelText}
      confirmButton={submitButton}
      busy={answer.busy}
      onConfirm={(byEnter) => void answer.run(true, byEnter, NONE)}
      onCancel={() => void answer.run(false, false, NONE)}
    >
      <AnswerAs />
    </PromptFormView>
  );
}

interface PromptFormViewProps extends AnswerButtonsProps {
  readonly reviewers: Reviewers;
  readonly form: ParameterForm;
  readonly onConfirm: (byEnter: boolean) => void;
}

/** The form of a prompt: the fields, the buttons, and who may answer. It sends nothing by itself. */
export function PromptFormView({ reviewers, form, onConfirm, ...buttons }: PromptFormViewProps) {
  return (
    <Form onSubmit={onConfirm}>
      <ParameterFields form={form} />
      <AnswerButtons {...buttons} />
      <p className={classes['reviewers']}>{reviewersText(reviewers)}</p>
    </Form>
  );
}

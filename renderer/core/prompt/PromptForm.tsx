import { Button } from '@mantine/core';
import { useMemo, useRef } from 'react';
import { useAction } from '../data/action.ts';
import { useDraft } from '../drafts/drafts.ts';
import { useCommands } from '../commands/commands.ts';
import { inputValuesOf } from '../forms/input-values.ts';
import { parametersOfView, useParameterForm } from '../forms/use-parameter-form.ts';
import { type PromptItem, useEnvironments, useHangar } from '../data/hangar.ts';
import { CopyButton } from '../../ui/inputs/CopyButton.tsx';
import { useFocusFirst } from '../../ui/focus/move-focus.ts';
import { AnswerAs, useAnswerAs, ANSWER_KEYS } from './AnswerButtons.tsx';
import { PromptFormView } from './PromptFormView.tsx';
import { questionTitle } from '../../../shared/model/question-title.ts';
import { isPending } from '../../../shared/model/status.ts';

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
  /** Called after an answer. `byKey` is true when Enter or the key of the other button gave it. */
  readonly onAnswered?: ((byKey: boolean) => void) | undefined;
}

/** The form of a prompt. */
export function PromptForm({ item, focused = false, onAnswered }: AnsweringProps & { item: PromptItem }) {
  const { prompt } = item;
  const { parameters, draft } = useAnswer(item);
  const environment = useEnvironments().items.find(({ slug }) => slug === item.environment);
  const form = useParameterForm({ parameters, input: draft.value, onInput: draft.set, environment });
  const { api, collections } = useHangar();
  const who = useAnswerAs();
  const submitButton = useRef<HTMLButtonElement>(null);
  const byEnter = useRef(false);
  useFocusFirst(form.container, { otherwise: submitButton, wanted: focused });
  const answer = useAction(async (isYes: boolean, byKey: boolean) => {
    const values = isYes ? form.submit() : {};
    if (values === undefined) return;
    if (isYes) await api.prompts.submit({ params: { id: prompt.id }, body: { values, ...who } });
    else await api.prompts.cancel({ params: { id: prompt.id }, body: who });
    draft.discard();
    collections.prompts.remove(prompt.id);
    onAnswered?.(byKey);
  });
  usePromptCommands(item, (isYes) => void answer.run(isYes, !isYes));
  return (
    <PromptFormView
      reviewers={prompt.reviewers}
      form={form}
      confirmText={prompt.confirmText}
      cancelText={prompt.cancelText}
      confirmButton={submitButton}
      busy={answer.busy}
      onConfirm={() => void answer.run(true, byEnter.current)}
      onCancel={() => void answer.run(false, false)}
      events={{
        onKeyDownCapture: ({ key }) => (byEnter.current = key === 'Enter'),
        onPointerDownCapture: () => (byEnter.current = false),
      }}
    >
      <AnswerAs />
    </PromptFormView>
  );
}

function usePromptCommands({ prompt }: PromptItem, answer: (isYes: boolean) => void): void {
  const { confirm, cancel } = ANSWER_KEYS;
  const asked = questionTitle(prompt.description);
  const [yes, no] = [`${prompt.confirmText}: ${asked}`, `${prompt.cancelText}: ${asked}`];
  useCommands([
    { id: 'prompt-submit', title: yes, group: 'Prompts', shortcut: confirm, run: () => answer(true) },
    { id: 'prompt-cancel', title: no, group: 'Prompts', shortcut: cancel, run: () => answer(false) },
  ]);
}

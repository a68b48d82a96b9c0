import { Button } from '@mantine/core';
import { useMemo, useRef } from 'react';
import { useAction } from '../data/action.ts';
import { useDraft } from '../drafts/drafts.ts';
import { useCommands } from '../commands/commands.ts';
import { parametersOfView } from '../forms/parameter-of-view.ts';
import { inputValuesOf } from '../forms/input-values.ts';
import { useParameterForm } from '../forms/use-parameter-form.ts';
import { type PromptItem, useEnvironments, useHangar } from '../data/hangar.ts';
import { confirm } from '../../ui/layout/confirm.tsx';
import { CopyButton } from '../../ui/inputs/CopyButton.tsx';
import { useFocusFirst } from '../../ui/focus/focus-first.ts';
import { AnswerAs, useAnswerAs } from './AnswerAs.tsx';
import { PromptFormView } from './PromptFormView.tsx';
import { isPending } from '../../../shared/model/prompt-state.ts';

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
  /** Called after an answer. `byEnter` is true when Enter submitted it. */
  readonly onAnswered?: (byEnter: boolean) => void;
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
  const answer = useAction(async (isYes: boolean) => {
    const values = isYes ? form.submit() : {};
    if (values === undefined) return;
    if (isYes) await api.prompts.submit({ params: { id: prompt.id }, body: { values, ...who } });
    else await api.prompts.cancel({ params: { id: prompt.id }, body: who });
    draft.discard();
    collections.prompts.remove(prompt.id);
    onAnswered?.(isYes && byEnter.current);
  });
  const answerWith = (isYes: boolean) => void answer.run(isYes);
  useCommands([
    {
      id: 'prompt-submit',
      title: `${prompt.confirmText}: ${prompt.description}`,
      group: 'Prompt',
      shortcut: 'A',
      run: () => {
        byEnter.current = false;
        answerWith(true);
      },
    },
    {
      id: 'prompt-cancel',
      title: `${prompt.cancelText}: ${prompt.description}`,
      group: 'Prompt',
      shortcut: 'R',
      run: () => void confirmCancel(item).then((may) => may && answerWith(false)),
    },
  ]);
  return (
    <PromptFormView
      reviewers={prompt.reviewers}
      form={form}
      confirmText={prompt.confirmText}
      cancelText={prompt.cancelText}
      confirmButton={submitButton}
      busy={answer.busy}
      onConfirm={() => answerWith(true)}
      onCancel={() => answerWith(false)}
      events={{
        onKeyDownCapture: ({ key }) => (byEnter.current = key === 'Enter'),
        onPointerDownCapture: () => (byEnter.current = false),
      }}
    >
      <AnswerAs />
    </PromptFormView>
  );
}

/** Asks for confirmation, because a single key may be pressed by accident and cancelling cannot be undone. */
function confirmCancel({ prompt, name }: PromptItem): Promise<boolean> {
  return confirm({
    title: `${prompt.cancelText}?`,
    text: `${prompt.description === '' ? 'The prompt' : `“${prompt.description}”`} cannot be answered afterwards. ${name} gets the error “prompt was cancelled”, and its run fails unless it handles the error.`,
    action: prompt.cancelText,
    otherwise: 'Keep the prompt',
    danger: true,
  });
}

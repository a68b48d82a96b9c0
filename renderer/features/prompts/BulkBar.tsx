import { Button } from '@mantine/core';
import { XIcon } from 'lucide-react';
import { useMemo, useState } from 'react';
import { asJson, type JsonObject, jsonEqual } from '../../../shared/values/json.ts';
import { notifyRefusal, useAction, messageOf } from '../../core/data/action.ts';
import { ParameterFields } from '../../core/forms/ParameterFields.tsx';
import { useAnswerAs } from '../../core/prompt/AnswerButtons.tsx';
import { inputValuesOf } from '../../core/forms/input-values.ts';
import { parametersOfView, useParameterForm } from '../../core/forms/use-parameter-form.ts';
import { type PromptItem, useEnvironments, useHangar } from '../../core/data/hangar.ts';
import { useFocusFirst } from '../../ui/focus/move-focus.ts';
import { Dialog, DialogActions } from '../../ui/layout/Dialog.tsx';
import { confirm } from '../../ui/layout/confirm.tsx';
import { counted, numberText, stripBidiControls } from '../../ui/text/shown-text.tsx';
import { Form } from '../../ui/inputs/Form.tsx';
import classes from './prompts.module.css';

interface BulkProps {
  readonly items: readonly PromptItem[];
}

/** Answers the selected prompts together. Prompts with the same parameters get the same values, others their defaults. */
export function BulkBar({ items, onClear }: BulkProps & { onClear: () => void }) {
  const [asks, setAsks] = useState(false);
  const answer = useBulkAnswer(items, onClear);
  const yes = stripBidiControls(commonText(items.map(({ prompt }) => prompt.confirmText)) ?? 'Submit');
  const no = stripBidiControls(commonText(items.map(({ prompt }) => prompt.cancelText)) ?? 'Cancel');
  const fields = commonParameters(items);
  const submit = () => (fields.length > 0 ? setAsks(true) : void answer.run('submit'));
  const cancel = async () => {
    const text = `They cannot be answered afterwards. Each run gets the error “prompt was cancelled”, and fails unless it handles the error.`;
    if (
      await confirm({
        title: `${no} ${counted(items.length, 'prompt')}?`,
        text,
        action: no,
        otherwise: 'Keep them',
        danger: true,
      })
    )
      await answer.run('cancel');
  };
  return (
    <div className={classes['bulk']} role="group" aria-label="Selected prompts">
      <span className="grow">{numberText(items.length)} selected</span>
      <Button size="compact-sm" variant="filled" loading={answer.busy} onClick={submit}>
        {yes} {numberText(items.length)}
      </Button>
      <Button size="compact-sm" disabled={answer.busy} onClick={() => void cancel()}>
        {no} {numberText(items.length)}
      </Button>
      <Button size="compact-sm" variant="subtle" aria-label="Clear selection" onClick={onClear}>
        <XIcon size={12} />
      </Button>
      <Dialog opened={asks} onClose={() => setAsks(false)} title={`${yes} ${counted(items.length, 'prompt')}`}>
        {asks && (
          <CommonForm
            items={items}
            text={`${yes} ${numberText(items.length)}`}
            onSubmit={(values) => {
              setAsks(false);
              void answer.run('submit', values);
            }}
          />
        )}
      </Dialog>
    </div>
  );
}

interface CommonFormProps extends BulkProps {
  readonly text: string;
  readonly onSubmit: (values: JsonObject) => void;
}

/** The fields that all selected prompts have. */
function CommonForm({ items, text, onSubmit }: CommonFormProps) {
  const parameters = useMemo(() => commonParameters(items), [items]);
  const [input, setInput] = useState(() => inputValuesOf(parameters, items[0]?.prompt.values ?? {}));
  const environment = useEnvironments().items.find(({ slug }) => slug === items[0]?.environment);
  const form = useParameterForm({ parameters, input, onInput: setInput, environment });
  useFocusFirst(form.container);
  const submit = () => {
    const values = form.submit();
    if (values !== undefined) onSubmit(values);
  };
  return (
    <Form onSubmit={submit} className="stack">
      <ParameterFields form={form} />
      <DialogActions>
        <Button type="submit" variant="filled">
          {text}
        </Button>
      </DialogActions>
    </Form>
  );
}

/** Answers one prompt after the other. Refused ones stay selected; the first reason is shown. */
function useBulkAnswer(items: readonly PromptItem[], onDone: () => void) {
  const { api, collections } = useHangar();
  const who = useAnswerAs();
  return useAction(async (action: 'submit' | 'cancel', values?: JsonObject) => {
    const problems: string[] = [];
    for (const { prompt } of items) {
      const params = { id: prompt.id };
      try {
        if (action === 'cancel') await api.prompts.cancel({ params, body: who });
        else await api.prompts.submit({ params, body: { values: values ?? prompt.values, ...who } });
        collections.prompts.remove(prompt.id);
      } catch (error) {
        problems.push(messageOf(error));
      }
    }
    const [first] = problems;
    if (first === undefined) onDone();
    else notifyRefusal(`${numberText(problems.length)} of ${counted(items.length, 'answer')} refused: ${first}`);
  });
}

/** The common text; undefined when they differ. */
function commonText(texts: readonly string[]): string | undefined {
  return texts.every((text) => text === texts[0]) ? texts[0] : undefined;
}

/** The common parameters; none when they differ. */
function commonParameters(items: readonly PromptItem[]) {
  const views = items.map(({ prompt }) => prompt.schema.parameters);
  const [first = []] = views;
  const isCommon = views.every((view) => jsonEqual(asJson(view), asJson(first)));
  return isCommon ? parametersOfView(first) : [];
}

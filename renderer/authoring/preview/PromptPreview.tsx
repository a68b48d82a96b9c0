import { Button } from '@mantine/core';
import { useState } from 'react';
import { valueText } from '../../../shared/model/parameter-options.ts';
import { type JsonObject, textOf } from '../../../shared/values/json.ts';
import type { ParameterForm } from '../../core/forms/use-parameter-form.ts';
import type { EnvironmentItem } from '../../core/data/hangar.ts';
import { PromptFormView } from '../../core/prompt/PromptForm.tsx';
import { PromptFrame } from '../../core/prompt/PromptFrame.tsx';
import { RowValues } from '../../ui/lists/Row.tsx';
import { Chip } from '../fields/TemplateText.tsx';
import { pathsOf } from '../scope/scope-name.ts';
import { resultNames } from '../scope/scope-of-results.ts';
import { type FilledPart, filledPrompt, type PreviewedPrompt } from './filled-prompt.ts';
import { knownValues } from './known-values.ts';
import classes from './preview.module.css';
import { UnreadableNote, useEditedForm } from './use-edited-form.tsx';
import { stripBidiControls } from '../../ui/text/shown-text.tsx';

const NOTHING_SENT = 'The preview sends nothing.';

interface PromptPreviewProps {
  readonly asked: PreviewedPrompt;
  /** The name of the task or runbook, which asks. */
  readonly asker: string;
  /** `step` or `block`. */
  readonly noun: string;
  /** The form to run with. */
  readonly form: ParameterForm;
  readonly environment: EnvironmentItem | undefined;
  /** Leads to the values of the form. */
  readonly onChange: () => void;
}

/** A prompt as those see it who answer it, with the values of the form. Its buttons check the input and send nothing. */
export function PromptPreview({ asked, asker, noun, form, environment, onChange }: PromptPreviewProps) {
  const { item, index, count } = asked;
  const { parameters, unreadable, ...prompt } = filledPrompt(item, knownValues(form, environment));
  const [typed, setTyped] = useState<JsonObject>({});
  const [said, setSaid] = useState('');
  const onInput = (value: JsonObject) => {
    setTyped(value);
    setSaid('');
  };
  const kept = { value: typed, set: onInput };
  const answer = useEditedForm({ parameters, kept, environment });
  const isBlank = prompt.question.every(({ text }) => text === '');
  return (
    <div className={classes['preview']}>
      <Values values={form.values} onChange={onChange} />
      {count > 1 && (
        <p className={classes['note']}>{`Prompt ${index + 1} of ${count}. Open a ${noun} to see its prompt.`}</p>
      )}
      {prompt.isSkipped && <p className="warning">With these values, the prompt is skipped.</p>}
      <PromptFrame
        label="Preview of the prompt"
        isPending={false}
        look="preview"
        question={isBlank ? `${asker} asks` : <Filled parts={prompt.question} />}
      >
        <PromptFormView
          reviewers={prompt.reviewers}
          form={answer}
          confirmText={<Filled parts={prompt.confirmText} />}
          cancelText={<Filled parts={prompt.cancelText} />}
          hasKeys={false}
          onConfirm={() => setSaid(answer.submit() === undefined ? '' : `This answer is valid. ${NOTHING_SENT}`)}
          onCancel={() => setSaid(NOTHING_SENT)}
        />
      </PromptFrame>
      <p className={classes['note']} role="status">
        {said}
      </p>
      <Names before="Known only when it runs:" names={prompt.unknown} />
      <UnreadableNote count={unreadable} noun="field" />
      <Names before={`Later ${noun}s can use`} names={laterNames(item, noun)} />
    </div>
  );
}

/** The names by which later steps or blocks know the values of the answer. */
function laterNames(item: JsonObject, noun: string): readonly string[] {
  const name = textOf(item[noun === 'step' ? 'as' : 'slug']);
  const paths = pathsOf(resultNames([{ name, kind: 'prompt', parameters: item['parameters'] }]));
  return paths.map(({ path }) => path).filter((path) => /^[^.]+\.values\.[^.]+$/.test(path));
}

/** The values that the preview is filled with. */
function Values({ values, onChange }: { values: JsonObject; onChange: () => void }) {
  const given = Object.entries(values).map(([slug, value]) => [slug, valueText(value)] as const);
  return (
    <div className={`${classes['note']} ${classes['values']}`}>
      <span className="twoLines">
        {given.length === 0 ? (
          'Without values'
        ) : (
          <>
            With <RowValues values={given} />
          </>
        )}
      </span>
      <Button size="compact-xs" variant="subtle" onClick={onChange}>
        Change
      </Button>
    </div>
  );
}

/** A text with chips for what only a run knows. */
function Filled({ parts }: { parts: readonly FilledPart[] }) {
  return parts.map(({ text, isExpression }, index) =>
    isExpression ? <Chip key={index}>{text}</Chip> : stripBidiControls(text),
  );
}

function Names({ before, names }: { before: string; names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <p className={classes['note']}>
      {before}{' '}
      {names.map((name, index) => (
        <span key={name}>
          {index > 0 && ', '}
          <Chip>{name}</Chip>
        </span>
      ))}
    </p>
  );
}

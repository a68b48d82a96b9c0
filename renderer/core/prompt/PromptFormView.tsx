import type { ComponentProps } from 'react';
import type { Reviewers } from '../../../shared/model/behavior.ts';
import { Form } from '../../ui/inputs/Form.tsx';
import { ParameterFields } from '../forms/ParameterFields.tsx';
import type { ParameterForm } from '../forms/use-parameter-form.ts';
import { AnswerButtons, type AnswerButtonsProps } from './AnswerButtons.tsx';
import classes from './PromptCard.module.css';
import { reviewersText } from './question.ts';

interface PromptFormViewProps extends AnswerButtonsProps {
  readonly reviewers: Reviewers;
  readonly form: ParameterForm;
  readonly onConfirm: () => void;
  /** Handlers of the form's events. */
  readonly events?: Pick<ComponentProps<'form'>, 'onKeyDownCapture' | 'onPointerDownCapture'>;
}

/** The form of a prompt: the fields, the buttons, and who may answer. It sends nothing by itself. */
export function PromptFormView({ reviewers, form, onConfirm, events, ...buttons }: PromptFormViewProps) {
  return (
    <Form onSubmit={onConfirm} {...events}>
      <ParameterFields form={form} />
      <AnswerButtons {...buttons} />
      <p className={classes['reviewers']}>{reviewersText(reviewers)}</p>
    </Form>
  );
}

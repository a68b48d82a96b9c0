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

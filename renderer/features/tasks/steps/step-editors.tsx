import type { ComponentType } from 'react';
import type { StepKind } from '../../../../shared/model/behavior.ts';
import type { JsonObject } from '../../../../shared/values/json.ts';
import { labelsOfParameters, PromptSummary, ResultText } from '../../../authoring/editor/summaries.tsx';
import type { JsonPath } from '../../../authoring/context/json-path.ts';
import { textOf } from '../../../authoring/context/json-path.ts';
import type { Scope } from '../../../authoring/scope/scope.ts';
import { TemplateText, TemplateValue } from '../../../authoring/fields/TemplateText.tsx';
import { ExecuteFields } from './ExecuteFields.tsx';
import { ExecuteSummary } from './ExecuteSummary.tsx';
import { FailFields, LogFields, OutputFields, PromptStepFields, WaitFields } from './step-fields.tsx';

/** How a kind of step is told in a line and edited. */
export interface StepEditor {
  readonly label: string;
  readonly hint: string;
  /** A new one, without its `do`. */
  readonly blank: JsonObject;
  readonly Summary: ComponentType<{ step: JsonObject }>;
  readonly aside?: (step: JsonObject) => string;
  readonly Fields: ComponentType<{ path: JsonPath; scope: Scope }>;
}

/** Every kind of step; one without an entry does not compile. */
export const STEP_EDITORS: Readonly<Record<StepKind, StepEditor>> = {
  log: {
    label: 'Log',
    hint: 'writes a line',
    blank: { level: 'info', text: '' },
    Summary: ({ step }) => <TemplateText text={textOf(step['text'])} />,
    aside: (step) => textOf(step['level']),
    Fields: LogFields,
  },
  wait: {
    label: 'Wait',
    hint: 'some seconds',
    blank: { seconds: 1 },
    Summary: ({ step }) => (
      <>
        <TemplateValue value={step['seconds']} /> s
      </>
    ),
    Fields: WaitFields,
  },
  prompt: {
    label: 'Prompt',
    hint: 'asks a person',
    blank: { description: '', confirmText: 'Submit', cancelText: 'Cancel', parameters: [] },
    Summary: ({ step }) => (
      <>
        <PromptSummary prompt={step} />{' '}
        <ResultText name={textOf(step['as'])} more={labelsOfParameters(step['parameters'])} />
      </>
    ),
    Fields: PromptStepFields,
  },
  execute: {
    label: 'Execute',
    hint: 'runs another task',
    blank: { task: '', paramValues: {} },
    Summary: ExecuteSummary,
    Fields: ExecuteFields,
  },
  fail: {
    label: 'Fail',
    hint: 'ends the run',
    blank: { message: '' },
    Summary: ({ step }) => <TemplateText text={textOf(step['message'])} />,
    Fields: FailFields,
  },
  output: {
    label: 'Output',
    hint: 'sets the output',
    blank: { value: {} },
    Summary: ({ step }) => <TemplateValue value={step['value']} />,
    Fields: OutputFields,
  },
};

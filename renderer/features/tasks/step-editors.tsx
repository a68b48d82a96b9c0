import { STEP_ICONS } from '../../ui/icons/step-icons.ts';
import type { StepKind } from '../../../shared/model/behavior.ts';
import type { WorkItemEditor } from '../../authoring/editor/WorkItems.tsx';
import { PROMPT_ITEM, TaskSummary } from '../../authoring/editor/summaries.tsx';
import { textOf } from '../../authoring/context/json-path.ts';
import { TemplateText, TemplateValue } from '../../authoring/fields/TemplateText.tsx';
import { stripBidiControls } from '../../ui/text/shown-text.ts';
import { PromptFields } from '../../authoring/fields/PromptFields.tsx';
import {
  AnswerField,
  ExecuteFields,
  FailFields,
  LogFields,
  OutputFields,
  SentField,
  WaitFields,
} from './step-fields.tsx';

/** Editors of all kinds of steps. The compiler requires an entry for each kind. */
export const STEP_EDITORS: Readonly<Record<StepKind, WorkItemEditor>> = {
  log: {
    icon: STEP_ICONS.log,
    label: 'Log',
    hint: 'writes a line',
    blank: { level: 'info', text: '' },
    Summary: ({ item }) => <TemplateText text={textOf(item['text'])} />,
    aside: (item) => textOf(item['level']),
    Fields: LogFields,
  },
  wait: {
    icon: STEP_ICONS.wait,
    label: 'Wait',
    hint: 'some seconds',
    blank: { seconds: 1 },
    Summary: ({ item }) => (
      <>
        <TemplateValue value={item['seconds']} /> s
      </>
    ),
    Fields: WaitFields,
  },
  prompt: {
    ...PROMPT_ITEM,
    blank: { ...PROMPT_ITEM.blank, as: 'answer' },
    Fields: (props) => <PromptFields {...props} failing="run" />,
    Result: AnswerField,
  },
  execute: {
    icon: STEP_ICONS.execute,
    label: 'Execute',
    hint: 'runs another task',
    blank: { task: '', paramValues: {} },
    Summary: ({ item }) => (
      <>
        <TaskSummary item={item} />
        {textOf(item['as']) !== '' && <span className="quiet"> {stripBidiControls(`→ ${textOf(item['as'])}`)}</span>}
      </>
    ),
    Fields: ExecuteFields,
    Result: SentField,
  },
  fail: {
    icon: STEP_ICONS.fail,
    label: 'Fail',
    hint: 'ends the run',
    blank: { message: '' },
    Summary: ({ item }) => <TemplateText text={textOf(item['message'])} />,
    Fields: FailFields,
  },
  output: {
    icon: STEP_ICONS.output,
    label: 'Output',
    hint: 'sets the output',
    blank: { value: {} },
    Summary: ({ item }) => <TemplateValue value={item['value']} />,
    Fields: OutputFields,
  },
};

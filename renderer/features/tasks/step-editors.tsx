import { STEP_ICONS } from '../../ui/icons/step-icons.ts';
import type { StepKind } from '../../../shared/model/behavior.ts';
import type { WorkItemEditor } from '../../authoring/editor/WorkItems.tsx';
import { PROMPT_ITEM, TaskSummary } from '../../authoring/editor/summaries.tsx';
import { textOf, type JsonObject, type JsonPath, objectOf, withValueAt } from '../../../shared/values/json.ts';
import { TemplateText, TemplateValue } from '../../authoring/fields/TemplateText.tsx';
import { stripBidiControls } from '../../ui/text/shown-text.tsx';
import { PromptFields } from '../../authoring/fields/PromptFields.tsx';
import { LOG_LEVELS } from '../../../shared/model/log-level.ts';
import { useField } from '../../authoring/context/authoring.ts';
import { ExpressionField, ExpressionText } from '../../authoring/fields/ExpressionField.tsx';
import { SelectField, TextField } from '../../authoring/fields/fields.tsx';
import { numberOfText } from '../../authoring/fields/number-fields.tsx';
import { JsonField } from '../../authoring/fields/JsonField.tsx';
import { ParamValuesFields } from '../../authoring/fields/ParamValuesFields.tsx';
import { textOfValue } from '../../authoring/context/parameter-type.ts';
import { updatedReferencesText, useRenaming } from '../../authoring/renaming/use-renaming.ts';
import { BoundResources, TaskReferenceField } from '../../authoring/fields/TaskReferenceField.tsx';
import { useFieldText } from '../../authoring/fields/use-field-text.ts';

const LEVELS = LOG_LEVELS.map((level) => ({ value: level, label: level }));

/** The fields of a step that logs a line. */
function LogFields({ path }: { path: JsonPath }) {
  return (
    <>
      <ExpressionField
        path={[...path, 'text']}
        label="Text"
        hint="Insert values with {{ … }}, such as {{ params.name }}."
        multiline
      />
      <SelectField path={[...path, 'level']} label="Level" data={LEVELS} />
    </>
  );
}

/** The fields of a step that waits. */
function WaitFields({ path }: { path: JsonPath }) {
  const field = useField([...path, 'seconds']);
  const { text, setText } = useFieldText(field.value, {
    read: numberOfText,
    write: (value) => (value === undefined ? '' : textOfValue(value)),
  });
  return (
    <ExpressionText
      label="Seconds"
      hint="A number or a template."
      value={text}
      error={field.error}
      warning={field.warning}
      onBlur={field.touch}
      onChange={(typed) => field.set(setText(typed))}
    />
  );
}

/** The fields of a step that executes another task. */
function ExecuteFields({ path }: { path: JsonPath }) {
  return (
    <>
      <TaskReferenceField path={[...path, 'task']} />
      <ParamValuesFields path={path} />
      <BoundResources path={[...path, 'resources']} />
    </>
  );
}

/** The fields of a step that makes the run fail. */
function FailFields({ path }: { path: JsonPath }) {
  return <ExpressionField path={[...path, 'message']} label="Message" hint="Reason of the failure." />;
}

/** The fields of a step that sets the output. */
function OutputFields({ path }: { path: JsonPath }) {
  return (
    <JsonField
      path={[...path, 'value']}
      label="Value"
      templates
      hint={'JSON. A single template keeps its type: "{{ params.amount }}".'}
      preset={null}
    />
  );
}

/** The name of a prompt's result in later steps. */
const AnswerField = resultField('answer', 'values, submittedBy and id');

/** The name of the result of another task in later steps. */
const SentField = resultField('sent', 'output, status and runID');

/** Makes the field of a result's name, with an example and the parts of the result. */
function resultField(example: string, gives: string) {
  return function SaveAsField({ path }: { path: JsonPath }) {
    const { rename, count } = useRenaming();
    const put = (to: string) => (draft: JsonObject) => objectOf(withValueAt(draft, path, to === '' ? undefined : to));
    return (
      <TextField
        path={path}
        label="Save result as"
        hint={`Name of the result (${gives}) in later steps.${updatedReferencesText(count)}`}
        onText={(to) => rename({ key: '', path, to, put: put(to) })}
        placeholder={example}
        mono
      />
    );
  };
}

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

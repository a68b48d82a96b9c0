import { LOG_LEVELS } from '../../../shared/model/log-level.ts';
import { useField } from '../../authoring/context/authoring.ts';
import { BoundResources } from '../../authoring/fields/BoundResources.tsx';
import { ExpressionField, ExpressionText } from '../../authoring/fields/ExpressionField.tsx';
import { SelectField, TextField } from '../../authoring/fields/fields.tsx';
import { numberOfText } from '../../authoring/fields/number-fields.tsx';
import { JsonField } from '../../authoring/fields/JsonField.tsx';
import { type JsonObject, type JsonPath, objectOf, withValueAt } from '../../authoring/context/json-path.ts';
import { ParamValuesFields } from '../../authoring/fields/ParamValuesFields.tsx';
import { textOfValue } from '../../authoring/context/typed-text.ts';
import { updatedReferencesText, useRenaming } from '../../authoring/renaming/use-renaming.ts';
import { TaskReferenceField } from '../../authoring/fields/TaskReferenceField.tsx';
import { useFieldText } from '../../authoring/fields/use-field-text.ts';

const LEVELS = LOG_LEVELS.map((level) => ({ value: level, label: level }));

/** The fields of a step that logs a line. */
export function LogFields({ path }: { path: JsonPath }) {
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
export function WaitFields({ path }: { path: JsonPath }) {
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
export function ExecuteFields({ path }: { path: JsonPath }) {
  return (
    <>
      <TaskReferenceField path={[...path, 'task']} />
      <ParamValuesFields path={path} />
      <BoundResources path={[...path, 'resources']} />
    </>
  );
}

/** The fields of a step that makes the run fail. */
export function FailFields({ path }: { path: JsonPath }) {
  return <ExpressionField path={[...path, 'message']} label="Message" hint="Reason of the failure." />;
}

/** The fields of a step that sets the output. */
export function OutputFields({ path }: { path: JsonPath }) {
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
export const AnswerField = resultField('answer', 'values, submittedBy and id');

/** The name of the result of another task in later steps. */
export const SentField = resultField('sent', 'output, status and runID');

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

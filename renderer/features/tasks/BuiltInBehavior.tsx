import { BUILT_IN_TASKS } from '../../../shared/model/behavior.ts';
import { SelectField } from '../../authoring/fields/fields.tsx';
import { JsonField } from '../../authoring/fields/JsonField.tsx';

/** The fields of a task that runs a built-in task with values of its own. */
export function BuiltInBehavior() {
  return (
    <>
      <SelectField
        path={['behavior', 'name']}
        label="Built-in task"
        hint="Does the work with the first resource of the task."
        data={BUILT_IN_TASKS.map((name) => ({ value: name, label: name }))}
      />
      <JsonField
        path={['behavior', 'paramValues']}
        label="Values"
        hint="Values of its parameters, by name. Texts may be templates."
        templates
        preset={{}}
      />
    </>
  );
}

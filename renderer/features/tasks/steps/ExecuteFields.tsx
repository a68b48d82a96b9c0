import type { JsonPath } from '../../../authoring/context/json-path.ts';
import { ParamValuesFields } from '../../../authoring/fields/ParamValuesFields.tsx';
import type { Scope } from '../../../authoring/scope/scope.ts';
import { TaskReferenceField } from '../../../authoring/fields/TaskReferenceField.tsx';
import { BoundResources } from '../../../authoring/fields/BoundResources.tsx';
import { SaveAsField } from './step-fields.tsx';

/** A step that runs another task and waits for it. */
export function ExecuteFields({ path, scope }: { path: JsonPath; scope: Scope }) {
  return (
    <>
      <TaskReferenceField path={[...path, 'task']} />
      <ParamValuesFields path={path} scope={scope} />
      <BoundResources path={[...path, 'resources']} />
      <SaveAsField path={path} example="sent" gives="output, status and runID" />
    </>
  );
}

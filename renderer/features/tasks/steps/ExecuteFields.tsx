import type { JsonPath } from '../../../core/authoring/json-path.ts';
import { ParamValuesFields } from '../../../core/authoring/ParamValuesFields.tsx';
import type { Scope } from '../../../core/authoring/scope.ts';
import { TaskReferenceField } from '../../../core/authoring/TaskReferenceField.tsx';
import { BoundResources } from '../../../core/authoring/BoundResources.tsx';
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

import type { BlockKind } from '../../../shared/model/runbook.ts';
import type { WorkItemEditor } from '../../authoring/editor/WorkItems.tsx';
import type { JsonPath } from '../../authoring/context/json-path.ts';
import { labelsOfParameters, PromptSummary, ResultText, TaskSummary } from '../../authoring/editor/summaries.tsx';
import { BoundResources } from '../../authoring/fields/BoundResources.tsx';
import { ParamValuesFields } from '../../authoring/fields/ParamValuesFields.tsx';
import { PromptFields } from '../../authoring/fields/PromptFields.tsx';
import { TaskReferenceField } from '../../authoring/fields/TaskReferenceField.tsx';
import type { Scope } from '../../authoring/scope/scope.ts';

/** Editors of all kinds of blocks. The compiler requires an entry for each kind. */
export const BLOCK_EDITORS: Readonly<Record<BlockKind, WorkItemEditor>> = {
  task: {
    label: 'Task',
    hint: 'runs a task',
    blank: { task: '', paramValues: {} },
    Summary: TaskSummary,
    Fields: TaskBlockFields,
  },
  prompt: {
    label: 'Prompt',
    hint: 'asks a person',
    blank: { description: '', confirmText: 'Submit', cancelText: 'Cancel', parameters: [] },
    Summary: ({ item }) => (
      <>
        <PromptSummary prompt={item} /> <ResultText name="" more={labelsOfParameters(item['parameters'])} />
      </>
    ),
    Fields: (props) => <PromptFields {...props} failing="session" />,
  },
};

function TaskBlockFields({ path, scope }: { path: JsonPath; scope: Scope }) {
  return (
    <>
      <TaskReferenceField path={[...path, 'task']} />
      <ParamValuesFields path={path} scope={scope} />
      <BoundResources path={[...path, 'resources']} />
    </>
  );
}

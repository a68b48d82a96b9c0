import type { ComponentType } from 'react';
import type { JsonObject } from '../../../../shared/values/json.ts';
import type { BlockKind } from '../../../../shared/model/runbook.ts';
import { BoundResources } from '../../../authoring/fields/BoundResources.tsx';
import type { JsonPath } from '../../../authoring/context/json-path.ts';
import { ParamValuesFields } from '../../../authoring/fields/ParamValuesFields.tsx';
import { PromptFields } from '../../../authoring/fields/PromptFields.tsx';
import type { Scope } from '../../../authoring/scope/scope.ts';
import { labelsOfParameters, PromptSummary, ResultText, TaskSummary } from '../../../authoring/editor/summaries.tsx';
import { TaskReferenceField } from '../../../authoring/fields/TaskReferenceField.tsx';

/** How a kind of block is told in a line and edited. */
export interface BlockEditor {
  readonly label: string;
  readonly hint: string;
  /** A new one, without its slug and kind. */
  readonly blank: JsonObject;
  readonly Summary: ComponentType<{ block: JsonObject }>;
  readonly Fields: ComponentType<{ path: JsonPath; scope: Scope }>;
}

/** Every kind of block; one without an entry does not compile. */
export const BLOCK_EDITORS: Readonly<Record<BlockKind, BlockEditor>> = {
  task: {
    label: 'Task',
    hint: 'runs a task',
    blank: { task: '', paramValues: {} },
    Summary: ({ block }) => <TaskSummary item={block} />,
    Fields: TaskBlockFields,
  },
  prompt: {
    label: 'Prompt',
    hint: 'asks a person',
    blank: { description: '', confirmText: 'Submit', cancelText: 'Cancel', parameters: [] },
    Summary: ({ block }) => (
      <>
        <PromptSummary prompt={block} /> <ResultText name="" more={labelsOfParameters(block['parameters'])} />
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

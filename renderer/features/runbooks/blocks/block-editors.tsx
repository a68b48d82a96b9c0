import type { ComponentType } from 'react';
import type { JsonObject } from '../../../../shared/model/json.ts';
import type { BlockKind } from '../../../../shared/model/runbook.ts';
import { BoundResources } from '../../../core/authoring/BoundResources.tsx';
import type { JsonPath } from '../../../core/authoring/json-path.ts';
import { ParamValuesFields } from '../../../core/authoring/ParamValuesFields.tsx';
import { PromptFields } from '../../../core/authoring/PromptFields.tsx';
import type { Scope } from '../../../core/authoring/scope.ts';
import { labelsOfParameters, PromptSummary, ResultText, TaskSummary } from '../../../core/authoring/summaries.tsx';
import { TaskReferenceField } from '../../../core/authoring/TaskReferenceField.tsx';

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
    Fields: (props) => <PromptFields {...props} fails="session" />,
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

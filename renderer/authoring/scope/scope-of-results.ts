import { findByReference } from '../../core/data/collection.ts';
import { memoizeByObject } from '../../../shared/values/objects.ts';
import type { TaskItem } from '../../core/data/hangar.ts';
import { isJsonObject, type Json, type JsonObject, textOf } from '../context/json-path.ts';
import type { WorkspaceDefinitions } from '../context/workspace-definitions.ts';
import type { ScopeName } from './scope-name.ts';
import { parameterNames } from './scope-of-values.ts';

/** The result of an earlier step or block: the answer to a prompt, or a run. */
export type EarlierResult =
  | { readonly name: string; readonly kind: 'prompt'; readonly parameters: Json | undefined }
  | {
      readonly name: string;
      readonly kind: 'run';
      /** The executed task; undefined when unknown. */
      readonly task: Pick<TaskItem, 'behavior'> | undefined;
    };

/** The result of a prompt, or of an item that executes a task, under a name; '' when it is not saved. */
export function earlierResult(
  name: string,
  { isPrompt, item }: { readonly isPrompt: boolean; readonly item: JsonObject },
  { tasks }: WorkspaceDefinitions,
): EarlierResult {
  if (isPrompt) return { name, kind: 'prompt', parameters: item['parameters'] };
  return { name, kind: 'run', task: findByReference(tasks, textOf(item['task'])) };
}

/** The names of earlier results. Duplicate names are open, because either may be meant. */
export function resultNames(earlier: readonly EarlierResult[]): readonly ScopeName[] {
  const results = earlier.filter(({ name }) => name !== '');
  const [once, twice] = [new Set<string>(), new Set<string>()];
  for (const { name } of results) (once.has(name) ? twice : once).add(name);
  return results.map(cachedResultName).map((each) => (twice.has(each.name) ? opened(each) : each));
}

function opened(name: ScopeName): ScopeName {
  return name.fields === undefined ? name : { ...name, fields: name.fields.map(opened), isOpen: true };
}

/** The name of a result, kept because every step sees all earlier results. */
const cachedResultName = memoizeByObject(resultName);

function resultName(result: EarlierResult): ScopeName {
  const { name } = result;
  return result.kind === 'run'
    ? { name, detail: 'a run', fields: runFields(result.task), mainField: 'output' }
    : { name, detail: 'an answer', fields: answerFields(result.parameters), mainField: 'values' };
}

function answerFields(parameters: Json | undefined): readonly ScopeName[] {
  return [
    { name: 'values', detail: 'the submitted values', fields: parameterNames(parameters) },
    { name: 'submittedBy', detail: 'ID of the user who submitted' },
    { name: 'id', detail: 'ID of the prompt' },
  ];
}

function runFields(task: Pick<TaskItem, 'behavior'> | undefined): readonly ScopeName[] {
  const output = { name: 'output', detail: 'output of the run', isOpen: true };
  const fields = task === undefined ? undefined : outputFields(task);
  return [
    fields === undefined ? output : { ...output, fields, isOpen: false },
    { name: 'status', detail: 'status of the run' },
    { name: 'runID', detail: 'ID of the run' },
  ];
}

/** The certain output fields of a task: those of its output steps, when all are object literals. */
function outputFields({ behavior }: Pick<TaskItem, 'behavior'>): readonly ScopeName[] | undefined {
  if (behavior.kind !== 'steps') return undefined;
  const values = behavior.steps.flatMap((step) => (step.do === 'output' ? [step.value] : []));
  if (values.length === 0 || !values.every(isJsonObject)) return undefined;
  const names = new Set(values.flatMap((value) => Object.keys(value)));
  return [...names].map((name) => ({ name, detail: 'of its output' }));
}

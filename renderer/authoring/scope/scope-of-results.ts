import { findByReference } from '../../core/data/collection.ts';
import { memoizeByObject } from '../../../shared/values/objects.ts';
import type { TaskItem, ResourceItem } from '../../core/data/hangar.ts';
import { isJsonObject, type Json, type JsonObject, textOf, listOf, objectOf } from '../../../shared/values/json.ts';
import type { WorkspaceDefinitions } from '../context/workspace-definitions.ts';
import type { ScopeName } from './scope-name.ts';
import { isSecretField } from '../../../shared/model/secrets.ts';
import { resourceKindOf } from '../../../shared/registry/resource-kinds.ts';
import { typeLabel } from '../context/parameter-type.ts';
import { nameOrSlug } from '../context/slug.ts';

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

/** The values of a form, by slug. */
export function parameterNames(parameters: Json | undefined): readonly ScopeName[] {
  return namesInList(listOf(parameters));
}

/** Kept because every step sees the parameters of its task. */
const namesInList = memoizeByObject((parameters: readonly Json[]): readonly ScopeName[] =>
  parameters.flatMap((item): ScopeName[] => {
    const parameter = objectOf(item);
    const { slug, type, params, multi, constraints } = parameter;
    if (textOf(slug) === '') return [];
    const own = { name: textOf(slug), detail: `${nameOrSlug(parameter)} (${typeLabel(textOf(type))})` };
    const isObject = type === 'object' || type === 'json';
    const fields = type === 'object' ? parameterNames(params) : [];
    // A list has a length and methods; an object without declared fields accepts any.
    const isOpen = multi === true || objectOf(constraints)['allowUnknownKeys'] === true;
    return [fields.length === 0 ? { ...own, isOpen: isOpen || isObject } : { ...own, fields, isOpen }];
  }),
);

/** A bound resource with its configuration. */
export function resourceName(alias: string, reference: string, resources: readonly ResourceItem[]): ScopeName {
  const resource = findByReference(resources, reference);
  const given = Object.keys(isJsonObject(resource?.resource) ? resource.resource : {});
  const kind = resourceKindOf(resource?.kind ?? '');
  const fields = given.map((name) => {
    const field = kind?.fields.find((each) => each.name === name);
    return { name, detail: field !== undefined && isSecretField(field) ? 'secret' : (field?.label ?? 'configuration') };
  });
  // Another resource may be bound instead, with more fields.
  return { name: alias, detail: '', fields: [...fields, { name: 'id', detail: 'ID of the resource' }], isOpen: true };
}

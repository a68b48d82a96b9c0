import { type Formula, type NamePath, namePaths } from '../../../shared/expression/name-paths.ts';
import { formulasIn } from '../../../shared/model/formulas.ts';
import type { Json } from '../../../shared/values/json.ts';
import { withValueAt } from '../../authoring/context/json-path.ts';
import { exampleOf } from '../../core/forms/example-values.ts';
import type { TaskItem } from '../../core/hangar.ts';
import { PAYLOAD_BODY } from '../../authoring/scope/payload.ts';

const BODY = PAYLOAD_BODY.split('.');

/** What a test of a task's webhook may begin with: the fields that the task's formulas read, else anything. */
export function exampleBody(task: TaskItem): Json {
  const fields = formulasIn(task).flatMap((formula) =>
    namePaths(formula).flatMap((path) => fieldIn(formula, path) ?? []),
  );
  // The deepest last: what has fields is no text.
  const body = fields
    .toSorted((a, b) => a.length - b.length)
    .reduce<Json>((made, path) => withValueAt(made, path, valueOf(path, task)), {});
  return fields.length === 0 ? { hello: 'world' } : body;
}

/** The field of the body that a path names, without the method that it ends in. */
function fieldIn({ text }: Formula, { names }: NamePath): string[][] | undefined {
  if (BODY.some((name, index) => names[index]?.name !== name)) return undefined;
  const isOwn = (index: number) => {
    const place = names[index];
    return place !== undefined && place.name !== 'length' && !text.slice(place.to).trimStart().startsWith('(');
  };
  const field = names.filter((_, index) => index >= BODY.length && isOwn(index)).map(({ name }) => name);
  return field.length === 0 ? undefined : [field];
}

function valueOf(path: readonly string[], { parameters }: TaskItem): Json {
  const alike = parameters.find(({ slug }) => slug === path.at(-1));
  return alike === undefined ? 'text' : exampleOf(alike);
}

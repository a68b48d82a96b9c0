import { type Formula, type NamePath, namePaths } from '../../../shared/expression/name-paths.ts';
import { formulasIn } from '../../../shared/model/formulas.ts';
import { type Json, withValueAt } from '../../../shared/values/json.ts';
import { exampleOf } from '../../core/forms/input-values.ts';
import type { TaskItem } from '../../core/data/hangar.ts';
import { PAYLOAD_BODY } from '../../authoring/scope/payload.ts';

const BODY = PAYLOAD_BODY.split('.');

/** An example body for a webhook test: the fields that the task's expressions read, or any object without such fields. */
export function exampleBody(task: TaskItem): Json {
  const fields = formulasIn(task).flatMap((formula) =>
    namePaths(formula).flatMap((path) => fieldIn(formula, path) ?? []),
  );
  // Deepest paths last, so that an object replaces a text.
  const body = fields
    .toSorted((a, b) => a.length - b.length)
    .reduce<Json>((result, path) => withValueAt(result, path, valueOf(path, task)), {});
  return fields.length === 0 ? { hello: 'world' } : body;
}

/** The path of a body field in an expression, without a trailing method call or `length`. */
function fieldIn({ text }: Formula, { names }: NamePath): string[][] | undefined {
  if (BODY.some((name, index) => names[index]?.name !== name)) return undefined;
  const isField = (index: number) => {
    const name = names[index];
    return name !== undefined && name.name !== 'length' && !text.slice(name.to).trimStart().startsWith('(');
  };
  const field = names.filter((_, index) => index >= BODY.length && isField(index)).map(({ name }) => name);
  return field.length === 0 ? undefined : [field];
}

function valueOf(path: readonly string[], { parameters }: TaskItem): Json {
  const parameter = parameters.find(({ slug }) => slug === path.at(-1));
  return parameter === undefined ? 'text' : exampleOf(parameter);
}

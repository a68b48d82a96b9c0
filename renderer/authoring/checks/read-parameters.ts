import { Parameter } from '../../../shared/model/parameter.ts';
import { isJsonObject, type Json, listOf } from '../context/json-path.ts';

/** The parameters of a draft that are valid, and the number of those that are not. */
export function readParameters(value: Json | undefined): { parameters: Parameter[]; unreadable: number } {
  const read = listOf(value).flatMap((item) => readParameter(item) ?? []);
  const parameters = [...new Map(read.map((parameter) => [parameter.slug, parameter])).values()];
  return { parameters, unreadable: listOf(value).length - parameters.length };
}

/** Parsed parameters. Drafts are immutable, so an unchanged parameter stays the same object. */
const known = new WeakMap<object, Parameter | undefined>();

function readParameter(item: Json): Parameter | undefined {
  if (!isJsonObject(item)) return undefined;
  if (!known.has(item)) known.set(item, Parameter.safeParse(item).data);
  return known.get(item);
}

import { Parameter } from '../../../shared/model/parameter.ts';
import { memoizeByObject } from '../../../shared/values/objects.ts';
import { isJsonObject, type Json, type JsonObject, listOf } from '../context/json-path.ts';

/** The parameters of a draft that are valid, and the number of those that are not. */
export function readParameters(value: Json | undefined): { parameters: Parameter[]; unreadable: number } {
  const read = listOf(value).flatMap((item) => (isJsonObject(item) ? readParameter(item) : undefined) ?? []);
  const parameters = [...new Map(read.map((parameter) => [parameter.slug, parameter])).values()];
  return { parameters, unreadable: listOf(value).length - parameters.length };
}

/** A parameter of a draft; undefined when it is not valid. Drafts are immutable, so an unchanged parameter stays the same object. */
export const readParameter = memoizeByObject(
  (item: JsonObject): Parameter | undefined => Parameter.safeParse(item).data,
);

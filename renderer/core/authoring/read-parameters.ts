import type { Json } from '../../../shared/model/json.ts';
import { Parameter } from '../../../shared/model/parameter.ts';
import { listOf } from './json-path.ts';

/** The parameters of a draft that can be shown now, and how many cannot. */
export function readParameters(value: Json | undefined): { parameters: Parameter[]; left: number } {
  const read = listOf(value).flatMap((item) => {
    const result = Parameter.safeParse(item);
    return result.success ? [result.data] : [];
  });
  const parameters = [...new Map(read.map((parameter) => [parameter.slug, parameter])).values()];
  return { parameters, left: listOf(value).length - parameters.length };
}

import { z } from 'zod';
import { isJsonObject, type Json } from '../../../../shared/values/json.ts';

/** Any of zod's schema classes. */
type ZodSchema = z.core.$ZodTypes;

/** Returns the object, array or record schema that applies to a value; undefined for free JSON and scalars. */
export function containerOf(schema: z.core.$ZodType, value: Json | undefined): ZodSchema | undefined {
  const known = schema as ZodSchema;
  const { def } = known._zod;
  if (def.type === 'object' || def.type === 'array' || def.type === 'record') return known;
  if (def.type === 'lazy') return containerOf(def.getter(), value);
  if (def.type === 'pipe') return containerOf(def.in, value);
  if (def.type === 'union') {
    const option = def.options.find((each) => isOption(each, def, value));
    return option === undefined ? undefined : containerOf(option, value);
  }
  return 'innerType' in def ? containerOf(def.innerType, value) : undefined;
}

/** True when a union accepts a value by this option: decided by discriminator or kind of container, else by parsing. */
function isOption(option: z.core.$ZodType, union: z.core.$ZodUnionDef, value: Json | undefined): boolean {
  const container = containerOf(option, value);
  if ('discriminator' in union && container?._zod.def.type === 'object' && isJsonObject(value)) {
    const name = String(union.discriminator);
    const literal = container._zod.def.shape[name];
    return literal !== undefined && z.core.safeParse(literal, value[name]).success;
  }
  if (container !== undefined && (container._zod.def.type === 'array') !== Array.isArray(value)) return false;
  return z.core.safeParse(option, value).success;
}

/** Schema of a field or an item of a container. */
export function childOf(container: ZodSchema | undefined, step: string | number): z.core.$ZodType | undefined {
  if (container === undefined) return undefined;
  const { def } = container._zod;
  if (def.type === 'object') return def.shape[String(step)];
  if (def.type === 'array') return def.element;
  return def.type === 'record' ? def.valueType : undefined;
}

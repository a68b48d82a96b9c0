import type { Repair } from '../../../../shared/contract/emulator/traffic.ts';
import { Slug, TaskSlug } from '../../../../shared/values/identifier.ts';
import { type Json, type JsonObject, objectOf } from '../../../../shared/values/json.ts';

/** A task that takes a call's values, logs them and gives them back, so that the same call succeeds at once; `undefined` where none can have the name. */
export function createTask(slug: string, { paramValues }: JsonObject): Repair | undefined {
  if (!TaskSlug.safeParse(slug).success) return undefined;
  const known = Object.entries(objectOf(paramValues)).filter(([name]) => Slug.safeParse(name).success);
  const names = known.map(([name]) => name);
  const log = names.map((name) => `${name} = {{ params.${name} }}`).join(', ');
  const steps: Json[] = [
    ...(log === '' ? [] : [{ do: 'log', level: 'info', text: log }]),
    { do: 'output', value: Object.fromEntries(names.map((name) => [name, `{{ params.${name} }}`])) },
  ];
  const parameters = known.map(([name, value]) => ({ slug: name, name, ...typeOf(value) }));
  const body = { slug, name: slug, parameters, behavior: { kind: 'steps', steps } };
  return {
    kind: 'createTask',
    label: `Create task ${slug} from this call`,
    request: { method: 'POST', path: '/_emulator/tasks', body },
  };
}

/** The type of a parameter that takes a value. */
function typeOf(value: Json): { readonly type: string; readonly constraints?: JsonObject } {
  if (typeof value === 'boolean') return { type: 'boolean' };
  if (typeof value === 'number') return { type: Number.isInteger(value) ? 'integer' : 'float' };
  if (typeof value === 'string') return { type: 'string' };
  return value === null ? { type: 'json', constraints: { optional: true } } : { type: 'json' };
}

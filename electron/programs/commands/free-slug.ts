import type { Hangar } from '../client/hangar.ts';

/** An unused slug for a new fault, such as `tasks_execute_429`. */
export async function freeFaultSlug(api: Hangar['api'], words: readonly (string | undefined)[]): Promise<string> {
  const { items } = await api.faults.list();
  const taken = new Set(items.map(({ slug }) => slug));
  const name = words.filter((word) => word !== undefined && word !== '').join('_');
  const base = name.replace(/[^A-Za-z0-9]+/g, '_').toLowerCase();
  let slug = base;
  for (let number = 2; taken.has(slug); number++) slug = `${base}_${number}`;
  return slug;
}

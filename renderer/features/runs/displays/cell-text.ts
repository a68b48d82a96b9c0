import type { Json } from '../../../../shared/values/json.ts';

/** The text of a table's cell: a string unchanged, any other value as JSON. */
export function cellText(value: Json | undefined): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

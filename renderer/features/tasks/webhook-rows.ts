import { type Json, objectOf } from '../../authoring/context/json-path.ts';
import { type MapRow, mapOfRows, rowsOf } from '../../authoring/scope/draft-values.ts';

/** The webhooks of a task as rows, from either form: list or object. */
export function webhookRows(webhooks: Json | undefined): readonly MapRow[] {
  if (!Array.isArray(webhooks)) return rowsOf(webhooks);
  return webhooks.map((slug) => [typeof slug === 'string' ? slug : '', {}]);
}

/** Webhooks from rows: a list of slugs when all have default settings, else an object. */
export function webhooksOfRows(rows: readonly MapRow[]): Json {
  const slugs = rows.map(([slug]) => slug);
  const isBare = rows.every(([, config]) => isDefault(config)) && new Set(slugs).size === slugs.length;
  return isBare ? slugs : mapOfRows(rows);
}

function isDefault(config: Json): boolean {
  const { requireServiceToken, secret, signing } = objectOf(config);
  return requireServiceToken !== true && secret === undefined && signing === undefined;
}

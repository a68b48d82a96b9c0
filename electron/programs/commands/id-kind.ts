import { type CollectionName, COLLECTION_NAMES, COLLECTIONS } from '../../../shared/registry/collections.ts';
import { ID_PREFIXES } from '../../../shared/registry/ids.ts';

/** The kind of an ID, by its prefix; `undefined` for other texts. IDs of requests begin with `trf`. */
export function kindOf(id: string): CollectionName | 'run' | 'session' | 'prompt' | 'request' | undefined {
  const prefix = id.slice(0, 3);
  if (prefix === ID_PREFIXES.run) return 'run';
  if (prefix === ID_PREFIXES.session) return 'session';
  if (prefix === ID_PREFIXES.prompt) return 'prompt';
  if (prefix === 'trf') return 'request';
  return COLLECTION_NAMES.find((name) => COLLECTIONS[name].idPrefix === prefix);
}

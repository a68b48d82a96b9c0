import type { JsonPath } from '../../../shared/values/json-path.ts';
import { referencesIn } from '../../../shared/model/references.ts';
import { listed } from '../../ui/counted.ts';
import type { WorkspaceDefinitions } from '../context/workspace-definitions.ts';
import {
  type CollectionName,
  type ReferenceTarget,
  COLLECTION_NAMES,
  COLLECTIONS,
} from '../../../shared/registry/collections.ts';

/** Something authored that names something else. */
export interface Usage {
  readonly collection: CollectionName;
  readonly id: string;
  readonly title: string;
  /** Every place where it does so; there is one. */
  readonly paths: readonly JsonPath[];
}

/** What a definition can be named by. */
interface Referable {
  readonly id: string;
  readonly slug?: string;
  readonly email?: string;
}

/** Runbooks and tasks first: they refer to most. */
const REFERRING = COLLECTION_NAMES.filter((name) => COLLECTIONS[name].references.length > 0).toReversed();

/** Everything authored that names a definition, by its ID, slug or e-mail address. */
export function usagesOf(
  what: ReferenceTarget,
  { id, slug, email }: Referable,
  definitions: WorkspaceDefinitions,
): readonly Usage[] {
  const names = [id, slug, email].filter((name) => name !== undefined && name !== '');
  return REFERRING.flatMap((collection) =>
    definitions[collection].flatMap((item): Usage[] => {
      const references = referencesIn(collection, item).filter((one) => one.what === what && names.includes(one.name));
      const title = item.name ?? ('slug' in item ? item.slug : '');
      const paths = references.map(({ path }) => path);
      return paths.length === 0 ? [] : [{ collection, id: item.id, title: title === '' ? item.id : title, paths }];
    }),
  );
}

/** A sentence about the names of uses as it lists them, `“a” and “b”`; none where there are none. */
export function usageText(usages: readonly Pick<Usage, 'title'>[], sentence: (names: string) => string): string[] {
  return usages.length === 0 ? [] : [sentence(listed(usages.map(({ title }) => `“${title}”`)))];
}

import type { JsonPath } from '../../../shared/values/json.ts';
import { referencesIn } from '../../../shared/model/references.ts';
import { listed, stripBidiControls, counted } from '../../ui/text/shown-text.tsx';
import type { WorkspaceDefinitions } from '../context/workspace-definitions.ts';
import {
  type CollectionName,
  COLLECTION_NAMES,
  COLLECTIONS,
  type ReferenceTarget,
} from '../../../shared/registry/collections.ts';
import { RUN_STATUSES, TERMINAL_RUN_STATUSES } from '../../../shared/model/status.ts';
import { useApi } from '../../core/data/hangar.ts';

/** A definition that refers to another one. */
export interface Usage {
  readonly collection: CollectionName;
  readonly id: string;
  readonly title: string;
  /** The path of each reference; at least one. */
  readonly paths: readonly JsonPath[];
}

/** The values that a reference may contain. */
interface Referable {
  readonly id: string;
  readonly slug?: string;
  readonly email?: string;
}

/** Runbooks and tasks first: they refer to most. */
const REFERRING = COLLECTION_NAMES.filter((name) => COLLECTIONS[name].references.length > 0).toReversed();

/** All definitions that refer to one by its ID, slug or e-mail address. */
export function usagesOf(
  what: ReferenceTarget,
  { id, slug, email }: Referable,
  definitions: WorkspaceDefinitions,
): readonly Usage[] {
  const names = [id, slug, email].filter((name) => name !== undefined && name !== '');
  return REFERRING.flatMap((collection) =>
    definitions[collection].flatMap((item): Usage[] => {
      const references = referencesIn(collection, item).filter((one) => one.what === what && names.includes(one.name));
      const title = ('name' in item ? item.name : undefined) ?? ('slug' in item ? item.slug : '');
      const paths = references.map(({ path }) => path);
      return paths.length === 0 ? [] : [{ collection, id: item.id, title: stripBidiControls(title || item.id), paths }];
    }),
  );
}

/** A sentence about the names of usages, such as `“a” and “b”`; none for no usages. */
export function usageText(usages: readonly Pick<Usage, 'title'>[], sentence: (names: string) => string): string[] {
  return usages.length === 0 ? [] : [sentence(listed(usages.map(({ title }) => `“${title}”`)))];
}

const UNFINISHED = RUN_STATUSES.filter((status) => !TERMINAL_RUN_STATUSES.has(status)).join(',');

/** Returns a function that counts the unfinished runs of a task or an environment. */
export function useUnfinishedRunCount(): (filter: { task: string } | { environment: string }) => Promise<number> {
  const api = useApi();
  return async (filter) => (await api.runs.list({ query: { ...filter, status: UNFINISHED, limit: '1' } })).total;
}

/** A sentence such as `2 unfinished runs continue without it.`; empty for none. */
export function unfinishedRunsText(count: number, noun: string, without = 'it'): string[] {
  return count === 0
    ? []
    : [`${counted(count, `unfinished ${noun}`)} ${count === 1 ? 'continues' : 'continue'} without ${without}.`];
}

import type { JsonObject } from '../../../shared/model/json.ts';
import { Environment } from '../../../shared/model/workspace.ts';
import { objectOf, textOf } from '../../core/authoring/json-path.ts';
import { errorsAt, type Problem } from '../../core/authoring/problem.ts';
import { useApiKeys } from '../../core/data.ts';
import { type EnvironmentItem, useHangar } from '../../core/hangar.ts';
import type { CheckContext, RecordKind } from '../../core/records/record-kind.ts';
import { useRecordStore } from '../../core/record-store.ts';
import { ToneBadge } from '../../ui/StatusBadge.tsx';
import { EnvironmentFields } from './EnvironmentFields.tsx';

/** Environments, for the shared list and editor. */
export const environmentKind: RecordKind<EnvironmentItem> = {
  noun: 'environment',
  plural: 'environments',
  place: 'Environments',
  path: '/environments',
  schema: Environment,
  blank: { slug: '', default: false, config: {} },
  useStore: () => {
    const { api, collections } = useHangar();
    return useRecordStore({
      collection: collections.environments,
      endpoints: api.definitions.environments,
      schema: Environment,
    });
  },
  face: ({ name, slug, config, default: isDefault }) => {
    const count = Object.keys(config).length;
    return {
      title: name ?? slug,
      marks: isDefault ? ['default'] : [],
      note: `${slug} · ${count === 1 ? '1 config value' : `${count} config values`}`,
    };
  },
  titleOf: ({ name, slug }) => textOf(name) || textOf(slug),
  badgeOf: (value) => value['default'] === true && <ToneBadge tone="ok">default</ToneBadge>,
  useCheck: () => {
    const { items: keys } = useApiKeys();
    return (value, context) => environmentProblems(value, context, keys);
  },
  keptBecause: (items) => (items.length === 1 ? 'The last environment cannot be deleted.' : ''),
  Fields: EnvironmentFields,
  emptyText: 'An environment is a place to execute in, with config values of its own.',
  choiceText: 'Its name and its config values appear here.',
};

type Keys = readonly { readonly name: string; readonly environments?: readonly string[] | undefined }[];

function environmentProblems(
  value: JsonObject,
  { item, others }: CheckContext<EnvironmentItem>,
  keys: Keys,
): readonly Problem[] {
  const slug = textOf(value['slug']);
  const isTaken = slug !== '' && others.some((other) => other.slug === slug);
  const nameless = Object.keys(objectOf(value['config'])).filter((name) => name.trim() === '');
  return [
    ...(isTaken ? errorsAt([{ path: ['slug'], text: 'another environment has this slug' }]) : []),
    ...nameless.map((name): Problem => {
      return { path: ['config', name], text: 'is required', severity: 'error', isMissing: true };
    }),
    ...(item === undefined || slug === item.slug ? [] : renameWarnings(item.slug, keys)),
  ];
}

/** What names an environment by its slug does not follow when it changes. */
function renameWarnings(slug: string, keys: Keys): Problem[] {
  const named = keys.filter(({ environments }) => environments?.includes(slug) === true);
  const limited = named.map(({ name }) => `“${name}”`).join(', ');
  const text = `Webhook URLs hold the slug: those of “${slug}” end.`;
  const also = limited === '' ? '' : ` API keys limited to it by the old slug lose it: ${limited}.`;
  return [{ path: ['slug'], text: text + also, severity: 'warning' }];
}

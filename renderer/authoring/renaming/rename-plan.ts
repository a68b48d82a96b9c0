import { type Mention, mentionsIn, type Rename, renamed, renamedAll } from '../../../shared/model/renaming.ts';
import { memoizeByObject } from '../../../shared/values/objects.ts';
import { counted, listed } from '../../ui/text/shown-text.tsx';
import { type JsonObject, jsonOf, textOf } from '../../../shared/values/json.ts';
import { type NamedPart, namesOfPart, renamedNames } from './renamed-names.ts';
import type { WorkspaceDefinitions } from '../context/workspace-definitions.ts';
import { type CollectionName, COLLECTION_NAMES, COLLECTIONS } from '../../../shared/registry/collections.ts';

/** Another definition that refers to a renamed name, before and after the change. */
export interface Referrer {
  readonly collection: CollectionName;
  readonly id: string;
  readonly title: string;
  readonly before: JsonObject;
  readonly after: JsonObject;
}

/** The names that saving changes, and the references to them. */
export interface RenamePlan {
  readonly renames: readonly Rename[];
  readonly referrers: readonly Referrer[];
  /** The definition to save, with its own references changed. */
  readonly value: JsonObject;
  /** Number of references. */
  readonly count: number;
  /** Notes on the renames, in the order of `renames`. */
  readonly notes: readonly RenameNote[];
}

/** The effect of one rename on other definitions. */
export interface RenameNote {
  readonly rename: Rename;
  readonly count: number;
  /** Sentences about texts that contain the old name and are not changed. */
  readonly mentions: readonly string[];
}

/** A definition to save, with its saved and edited state. */
export interface SavedChange {
  readonly collection: CollectionName;
  readonly saved: JsonObject;
  readonly draft: JsonObject;
  /** The draft as it would be saved. */
  readonly value: JsonObject;
  readonly definitions: WorkspaceDefinitions;
}

/** The collections in the order of messages: tasks and runbooks first. */
const IN_MESSAGES = COLLECTION_NAMES.toReversed();

/** A definition as plain JSON. Asked for at each key that is typed into a name. */
const plainOf = memoizeByObject(jsonOf);

/** The renames of a save and their references; undefined when nothing is renamed. */
export function renamePlan(change: SavedChange): RenamePlan | undefined {
  const { collection, saved, value, definitions } = change;
  const renames = renamesOf(change);
  if (renames.length === 0) return undefined;
  const own = renamedAll(collection, value, renames);
  const others = IN_MESSAGES.flatMap((name) =>
    definitions[name]
      .filter(({ id }) => id !== saved['id'])
      .map((item) => ({ collection: name, before: plainOf(item) })),
  );
  const followed = others.map((other) => ({ ...other, ...renamedAll(other.collection, other.before, renames) }));
  return {
    renames,
    value: own.definition,
    count: followed.reduce((sum, { count }) => sum + count, own.count),
    referrers: followed
      .filter(({ count }) => count > 0)
      .map(({ collection: name, before, definition }) => {
        return { collection: name, id: textOf(before['id']), title: titleOf(before), before, after: definition };
      }),
    notes: renames.map((rename) => noteOf(rename, [{ collection, before: value }, ...others])),
  };
}

/** Maximum number of sentences about the mentions of one name. */
const MOST_MENTIONS = 5;

function noteOf(rename: Rename, all: readonly Pick<Referrer, 'collection' | 'before'>[]): RenameNote {
  const mentions = all.flatMap(({ before }) =>
    mentionsIn(before, rename).map((where) => mentionText(before, where, rename)),
  );
  const more = mentions.length - MOST_MENTIONS;
  return {
    rename,
    count: all.reduce((sum, { collection, before }) => sum + renamed(collection, before, rename).count, 0),
    mentions: [
      ...mentions.slice(0, MOST_MENTIONS),
      ...(more > 0 ? [`${counted(more, 'other')} ${more === 1 ? 'contains' : 'contain'} it, too.`] : []),
    ],
  };
}

function renamesOf({ collection, saved, draft, value, definitions }: SavedChange): Rename[] {
  const { key: field, renamedAs: what } = COLLECTIONS[collection];
  const [from, to] = [textOf(saved[field]), textOf(value[field])];
  const own: Rename[] = what === null || from === to || from === '' || to === '' ? [] : [{ what, from, to }];
  const task = [textOf(saved['id']), from, to];
  const inParts = (part: NamedPart) => namesRenamed({ saved, draft, value }, part);
  if (collection === 'tasks')
    return [
      ...own,
      ...inParts('parameters').map((names) => ({ what: 'parameter' as const, task, ...names })),
      ...inParts('resources').map((names) => ({ what: 'alias' as const, task, ...names })),
    ];
  if (collection !== 'environments') return own;
  const elsewhere = new Set(
    definitions.environments.filter(({ id }) => id !== saved['id']).flatMap(({ config }) => Object.keys(config)),
  );
  // A name that another environment still uses cannot change.
  const config = inParts('config').filter((names) => !elsewhere.has(names.from));
  return [...own, ...config.map((names) => ({ what: 'config' as const, ...names }))];
}

/** The saved names of a part that have changed. */
function namesRenamed({ saved, draft, value }: Pick<SavedChange, 'saved' | 'draft' | 'value'>, part: NamedPart) {
  const [before, now] = [namesOfPart(saved, part), namesOfPart(value, part)];
  return renamedNames(draft, part).flatMap(([from, to]) =>
    before.includes(from) && !now.includes(from) && now.includes(to) ? [{ from, to }] : [],
  );
}

function titleOf(item: JsonObject): string {
  return [item['name'], item['slug'], item['email'], item['id']].map(textOf).find((text) => text !== '') ?? '';
}

const WHERE: Readonly<Record<Mention, string>> = {
  script: 'The script',
  command: 'The command',
  expression: 'A text in an expression',
};

function mentionText(definition: JsonObject, where: Mention, { from }: Rename): string {
  return `${WHERE[where]} of “${titleOf(definition)}” contains “${from}” and is not changed.`;
}

/** The extent of a change, such as `3 references in 2 runbooks and 1 task`. */
export function planText({ count, referrers }: Pick<RenamePlan, 'count' | 'referrers'>): string {
  const kinds = IN_MESSAGES.flatMap((name) => {
    const those = referrers.filter(({ collection }) => collection === name).length;
    return those === 0 ? [] : [counted(those, COLLECTIONS[name].noun)];
  });
  return `${counted(count, 'reference')}${kinds.length === 0 ? '' : ` in ${listed(kinds)}`}`;
}

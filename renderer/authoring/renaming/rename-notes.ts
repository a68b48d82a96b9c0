import { mentionsIn } from '../../../shared/model/renaming.ts';
import { counted } from '../../ui/text/shown-text.tsx';
import type { JsonObject, JsonPath } from '../../../shared/values/json.ts';
import type { Problem } from '../context/problem.ts';
import type { RenameNote, RenamePlan, SavedChange } from './rename-plan.ts';
import { namesOfPart, renamedNames } from './renamed-names.ts';
import { COLLECTIONS } from '../../../shared/registry/collections.ts';

/** Warnings at names that others refer to, while they differ from the saved ones. */
export function renameWarnings({ notes }: RenamePlan, { collection, value }: SavedChange, more = ''): Problem[] {
  return notes.flatMap((note): Problem[] => {
    const own = note.rename.what === COLLECTIONS[collection].renamedAs;
    const text = [referencesText(note), ...note.mentions, own ? more : '']
      .filter((sentence) => sentence !== '')
      .join(' ');
    return text === '' ? [] : [{ path: pathOfName(note, collection, value), text, severity: 'warning' }];
  });
}

/** Warnings at parameters and aliases whose old name occurs in the definition's own script or command. */
export function ownMentionWarnings(draft: JsonObject, value: JsonObject): Problem[] {
  const parts = [
    ['parameter', 'parameters'],
    ['alias', 'resources'],
  ] as const;
  return parts.flatMap(([what, part]) =>
    renamedNames(draft, part).flatMap(([from, to]): Problem[] => {
      const names = namesOfPart(value, part);
      const where = names.includes(from) ? undefined : mentionsIn(value, { what, task: [], from, to }, true)[0];
      if (where === undefined || !names.includes(to)) return [];
      const text = `The ${where} contains “${from}”. Change it there.`;
      return [{ path: part === 'parameters' ? pathOfSlug(value, to) : [part, to], text, severity: 'warning' }];
    }),
  );
}

function referencesText({ count }: RenameNote): string {
  if (count === 0) return '';
  return `${counted(count, 'reference')} elsewhere ${count === 1 ? 'has' : 'have'} the old name: saving offers to change ${count === 1 ? 'it' : 'them'}.`;
}

function pathOfName({ rename }: RenameNote, collection: SavedChange['collection'], value: JsonObject): JsonPath {
  if (rename.what === 'parameter') return pathOfSlug(value, rename.to);
  if (rename.what === 'alias') return ['resources', rename.to];
  return rename.what === 'config' ? ['config', rename.to] : [COLLECTIONS[collection].key];
}

function pathOfSlug(value: JsonObject, slug: string): JsonPath {
  return ['parameters', namesOfPart(value, 'parameters').indexOf(slug), 'slug'];
}

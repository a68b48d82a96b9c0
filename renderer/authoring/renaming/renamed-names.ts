import { type Json, type JsonObject, type JsonPath, listOf, objectOf, textOf } from '../../../shared/values/json.ts';

/** The property of a draft that records renamed names, so that references elsewhere can change when it is saved. */
const RENAMED = '$renamed';

/** The parts of a definition whose names are referred to elsewhere. */
export type NamedPart = 'parameters' | 'resources' | 'config';

/** The names in a part of a definition. */
export function namesOfPart(definition: JsonObject, part: NamedPart): readonly string[] {
  const value = definition[part];
  return part === 'parameters'
    ? listOf(value).map((item) => textOf(objectOf(item)['slug']))
    : Object.keys(objectOf(value));
}

/** The renamed names of a part of a draft: first and current name. */
export function renamedNames(draft: JsonObject, part: NamedPart): readonly (readonly [from: string, to: string])[] {
  return Object.entries(objectOf(objectOf(draft[RENAMED])[part])).map(([from, to]) => [from, textOf(to)]);
}

/** Records a rename in the draft. Ambiguous renames are not recorded. */
export function withRenamed(draft: JsonObject, path: JsonPath, to: string): JsonObject {
  const named = nameAt(draft, path);
  if (named === undefined) return draft;
  const { part, from } = named;
  const names = namesOfPart(draft, part);
  const isAmbiguous =
    !names.includes(from) ||
    from === '' ||
    to === '' ||
    names.includes(to) ||
    names.indexOf(from) !== names.lastIndexOf(from);
  if (isAmbiguous) return draft;
  const known = renamedNames(draft, part);
  const first = known.find(([, present]) => present === from)?.[0] ?? from;
  const others = known.filter(([name]) => name !== first);
  const next = Object.fromEntries(first === to ? others : [...others, [first, to]]);
  return withNote(draft, { ...objectOf(draft[RENAMED]), [part]: next });
}

function nameAt(draft: JsonObject, path: JsonPath): { part: NamedPart; from: string } | undefined {
  const [part, at, field] = path;
  if (part === 'parameters' && field === 'slug' && path.length === 3)
    return { part, from: namesOfPart(draft, part)[Number(at)] ?? '' };
  return (part === 'resources' || part === 'config') && path.length === 2 ? { part, from: String(at) } : undefined;
}

function withNote(draft: JsonObject, note: Readonly<Record<string, Json>>): JsonObject {
  const rest = Object.fromEntries(Object.entries(draft).filter(([name]) => name !== RENAMED));
  const parts = Object.entries(note).filter(([, names]) => Object.keys(objectOf(names)).length > 0);
  return parts.length === 0 ? rest : { ...rest, [RENAMED]: Object.fromEntries(parts) };
}

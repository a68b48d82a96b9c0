import { useEditor, useField } from '../context/authoring.ts';
import { TextField } from './fields.tsx';
import { type Json, type JsonPath, objectOf, textOf, valueAt, withValueAt } from '../../../shared/values/json.ts';
import { slugOfName } from '../context/slug.ts';
import { updatedReferencesText, useRenaming } from '../renaming/use-renaming.ts';

interface NamedFieldsProps {
  /** The path of the object with `name` and `slug`. */
  readonly at: JsonPath;
  readonly slugHint?: string;
  /** True when the slug is saved. It then stays when the name changes. */
  readonly isSaved: boolean;
  readonly autoFocus?: boolean;
}

/** Name and slug. A new slug follows the name until it is edited. */
export function NamedFields({ at, slugHint = '', isSaved, autoFocus = false }: NamedFieldsProps) {
  const { change, draft } = useEditor();
  const { rename, count } = useRenaming();
  const path = [...at, 'slug'];
  const slug = textOf(useField(path).value);
  const setSlug = (to: string, also = (made: Json): Json => made) =>
    rename({ key: '', path, to, put: (made) => objectOf(also(withValueAt(made, path, to))) });
  const setName = (name: string) => {
    const named = (made: Json) => withValueAt(made, [...at, 'name'], name === '' ? undefined : name);
    const before = textOf(valueAt(draft, [...at, 'name']));
    if (!isSaved && (slug === '' || slug === slugOfName(before))) setSlug(slugOfName(name), named);
    else change((made) => objectOf(named(made)));
  };
  return (
    <>
      <TextField path={[...at, 'name']} label="Name" placeholder={slug} onText={setName} autoFocus={autoFocus} />
      <TextField path={path} label="Slug" hint={slugHint + updatedReferencesText(count)} onText={setSlug} mono />
    </>
  );
}

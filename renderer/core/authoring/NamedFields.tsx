import { useEditor, useField } from './authoring.ts';
import { TextField } from './fields.tsx';
import { type JsonPath, textOf, valueAt, withValueAt, objectOf } from './json-path.ts';
import { slugOfName } from './slug.ts';

interface NamedFieldsProps {
  /** Where the thing is that has `name` and `slug`. */
  readonly at: JsonPath;
  readonly nameHint?: string;
  readonly slugHint: string;
  /** True when the slug is saved, so that others may refer to it: then it stays when the name changes. */
  readonly isSaved: boolean;
  readonly autoFocus?: boolean;
}

/** Name and slug; the slug of something new follows its name until it is changed itself. */
export function NamedFields({ at, nameHint, slugHint, isSaved, autoFocus = false }: NamedFieldsProps) {
  const { change } = useEditor();
  const slug = textOf(useField([...at, 'slug']).value);
  const setName = (name: string) =>
    change((draft) => {
      const before = textOf(valueAt(draft, [...at, 'name']));
      const follows = !isSaved && (slug === '' || slug === slugOfName(before));
      const named = withValueAt(draft, [...at, 'name'], name === '' ? undefined : name);
      return objectOf(follows ? withValueAt(named, [...at, 'slug'], slugOfName(name)) : named);
    });
  return (
    <>
      <TextField
        path={[...at, 'name']}
        label="Name"
        placeholder={slug}
        onText={setName}
        autoFocus={autoFocus}
        {...(nameHint === undefined ? {} : { hint: nameHint })}
      />
      <TextField path={[...at, 'slug']} label="Slug" hint={slugHint} mono />
    </>
  );
}

import type { SelectOption } from '../../ui/inputs/Select.tsx';

/** A definition as an option of a select: its slug, shown as its name when it has one. */
export function slugOption({ slug, name = '' }: { slug: string; name?: string | undefined }): SelectOption {
  return { value: slug, label: name || slug };
}

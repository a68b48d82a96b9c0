import { useRef, useState } from 'react';
import { followed } from '../../../shared/model/following.ts';
import { counted } from '../../ui/text/shown-text.tsx';
import { useEditor } from '../context/authoring.ts';
import type { JsonObject, JsonPath } from '../../../shared/values/json.ts';
import { withRenamed } from './renamed-names.ts';

/** A name being typed. */
interface NameInput {
  /** Identifies the name among those that share the hook. */
  readonly key: string | number;
  /** The path of the name before this input. */
  readonly path: JsonPath;
  readonly to: string;
  /** Sets the name in the draft. */
  readonly put: (draft: JsonObject) => JsonObject;
}

/** The name that was typed last: its path and the draft before the first key press, and the draft after the last one. */
interface TypedName extends Pick<NameInput, 'key' | 'path'> {
  readonly before: JsonObject;
  readonly after: JsonObject;
}

/**
 * Renames while the user types, and updates the formulas of the definition. Every key press starts from the draft
 * before the first one, so that intermediate names leave no trace, and typing the old name restores the original text.
 */
export function useRenaming(): { rename: (typing: NameInput) => void; count: number } {
  const { change } = useEditor();
  const typed = useRef<TypedName>(undefined);
  const [count, setCount] = useState(0);
  const rename = ({ key, path: currentPath, to, put }: NameInput) =>
    change((draft) => {
      const last = typed.current;
      const isSame = last !== undefined && last.after === draft && last.key === key;
      const { before, path } = isSame ? last : { before: draft, path: currentPath };
      const { definition, count: found } = followed(before, path, to);
      const after = put(withRenamed(definition, path, to));
      typed.current = { key, path, before, after };
      setCount(found);
      return after;
    });
  return { rename, count };
}

/** A note on the number of updated references in formulas; '' for none. */
export function updatedReferencesText(count: number): string {
  return count === 0 ? '' : ` ${counted(count, 'reference')} updated.`;
}

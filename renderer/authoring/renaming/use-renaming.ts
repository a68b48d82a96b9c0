import { useRef, useState } from 'react';
import { followed } from '../../../shared/model/following.ts';
import { counted } from '../../ui/counted.ts';
import { useEditor } from '../context/authoring.ts';
import type { JsonObject, JsonPath } from '../context/json-path.ts';
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

interface Session extends Pick<NameInput, 'key' | 'path'> {
  readonly base: JsonObject;
  readonly made: JsonObject;
}

/**
 * Renames while the user types, and updates the formulas of the definition. Every key press starts from the draft
 * before the first one, so that intermediate names leave no trace, and typing the old name restores the original text.
 */
export function useRenaming(): { rename: (typing: NameInput) => void; count: number } {
  const { change } = useEditor();
  const session = useRef<Session>(undefined);
  const [count, setCount] = useState(0);
  const rename = ({ key, path: present, to, put }: NameInput) =>
    change((draft) => {
      const known = session.current;
      const goesOn = known !== undefined && known.made === draft && known.key === key;
      const { base, path } = goesOn ? known : { base: draft, path: present };
      const { definition, count: found } = followed(base, path, to);
      const made = put(withRenamed(definition, path, to));
      session.current = { key, path, base, made };
      setCount(found);
      return made;
    });
  return { rename, count };
}

/** A note on the number of updated formulas. */
export function updatedPlacesText(count: number): string {
  return count === 0 ? '' : ` ${counted(count, 'reference')} updated.`;
}

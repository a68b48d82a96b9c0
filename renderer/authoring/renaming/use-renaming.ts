import { useRef, useState } from 'react';
import { followed } from '../../../shared/model/following.ts';
import type { JsonObject } from '../../../shared/values/json.ts';
import { useEditor } from '../context/authoring.ts';
import type { JsonPath } from '../context/json-path.ts';
import { withRenamed } from './renamed-names.ts';

/** Something whose name is being typed. */
interface NameInput {
  /** Tells it from the others that share the hook. */
  readonly key: string | number;
  /** Where its name stands before anything of the new one is typed. */
  readonly path: JsonPath;
  readonly to: string;
  /** Puts the name itself in. */
  readonly put: (draft: JsonObject) => JsonObject;
}

interface Session extends Pick<NameInput, 'key' | 'path'> {
  readonly base: JsonObject;
  readonly made: JsonObject;
}

/**
 * Renaming as one types: the formulas of the definition follow. Every keystroke starts from the draft as it was before the
 * first one, so that a name passed on the way, which something else has or which is none, leaves no trace, and typing the
 * old name restores what was there to the letter.
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

/** Says that formulas followed a new name. */
export function updatedPlacesText(count: number): string {
  return count === 0 ? '' : ` ${count === 1 ? 'One place follows' : `${count} places follow`} the new name.`;
}

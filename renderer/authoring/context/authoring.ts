import { createContext, useContext, useEffect, useMemo, useRef, useState } from 'react';
import type { Json, JsonObject } from '../../../shared/values/json.ts';
import { afterPointer } from '../../ui/after-pointer.ts';
import type { DraftHandle } from '../../core/drafts.ts';
import type { WorkspaceDefinitions } from './workspace-definitions.ts';
import { isWithin, type JsonPath, pathKey, valueAt, withValueAt, objectOf } from './json-path.ts';
import { firstByPath as firstByPath, type Problem } from './problem.ts';

/** A definition being edited, as its fields see it. Fields read and write by path, so that anything typed can be kept. */
export interface Authoring {
  readonly draft: JsonObject;
  /** What is saved; undefined for something new. */
  readonly saved: JsonObject | undefined;
  readonly definitions: WorkspaceDefinitions;
  /** Changes the draft; several changes in one turn add up. */
  readonly change: (make: (draft: JsonObject) => JsonObject) => void;
  readonly touch: (path: JsonPath) => void;
  /** What is to be told at or below a place now. */
  readonly visibleProblems: (path: JsonPath) => readonly Problem[];
  readonly problemAt: (path: JsonPath) => Problem | undefined;
  /** Tells everything from now on, also that untouched fields are empty. */
  readonly showAll: () => void;
}

/** The state of an editor over a draft. */
export function useAuthoring(
  draft: DraftHandle<JsonObject>,
  { saved, definitions, problems }: Pick<Authoring, 'saved' | 'definitions'> & { problems: readonly Problem[] },
): Authoring {
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [showsAll, setAll] = useState(false);
  const latest = useRef(draft.value);
  useEffect(() => void (latest.current = draft.value));
  const shown = useMemo(
    () => problems.filter(({ path, isMissing }) => isMissing !== true || showsAll || touched.has(pathKey(path))),
    [problems, showsAll, touched],
  );
  const first = useMemo(() => firstByPath(shown), [shown]);
  return {
    draft: draft.value,
    saved,
    definitions,
    change: (make) => {
      latest.current = make(latest.current);
      draft.set(latest.current);
    },
    touch: (path) =>
      afterPointer(() =>
        setTouched((before) => (before.has(pathKey(path)) ? before : new Set([...before, pathKey(path)]))),
      ),
    visibleProblems: (path) => shown.filter((problem) => isWithin(problem.path, path)),
    problemAt: (path) => first.get(pathKey(path)),
    showAll: () => setAll(true),
  };
}

const AuthoringContext = createContext<Authoring | undefined>(undefined);

/** Gives the editor's state to its fields. */
export const AuthoringProvider = AuthoringContext.Provider;

/** The editor around this component. */
export function useEditor(): Authoring {
  const authoring = useContext(AuthoringContext);
  if (authoring === undefined) throw new Error('AuthoringProvider is missing around this component.');
  return authoring;
}

/** A field of the definition: its value, and what to tell at it. */
export interface DefinitionField {
  readonly value: Json | undefined;
  readonly set: (value: Json | undefined) => void;
  readonly touch: () => void;
  readonly error: string | undefined;
  readonly warning: string | undefined;
}

/** The field at a path. */
export function useField(path: JsonPath): DefinitionField {
  const { draft, change, touch, problemAt } = useEditor();
  const problem = problemAt(path);
  const text = problem === undefined ? undefined : sentence(problem.text);
  return {
    value: valueAt(draft, path),
    set: (value) => change((before) => objectOf(withValueAt(before, path, value))),
    touch: () => touch(path),
    error: problem?.severity === 'error' ? text : undefined,
    warning: problem?.severity === 'warning' ? text : undefined,
  };
}

/** A problem's text as a sentence's beginning. */
export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

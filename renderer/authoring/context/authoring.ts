import { useEffect, useMemo, useRef, useState } from 'react';
import { afterPointer } from '../../ui/after-pointer.ts';
import { requiredContext } from '../../ui/required-context.ts';
import type { DraftHandle } from '../../core/drafts.ts';
import {
  isWithin,
  type Json,
  type JsonObject,
  type JsonPath,
  objectOf,
  pathKey,
  valueAt,
  withValueAt,
} from './json-path.ts';
import { firstByPath as firstByPath, type Problem } from './problem.ts';
import { useTyping } from './use-typing.ts';

/** The state of an editor for its fields. Fields read and write by path, so that any input can be kept. */
export interface Authoring {
  readonly draft: JsonObject;
  /** The saved definition; undefined for a new one. */
  readonly saved: JsonObject | undefined;
  /** Changes the draft. Several changes in one turn are all applied. */
  readonly change: (make: (draft: JsonObject) => JsonObject) => void;
  readonly touch: (path: JsonPath) => void;
  /** Keeps new errors of the field at a path back until the field that has the focus is left. */
  readonly typeAt: (path: JsonPath) => void;
  /** The problems to show at or below a path. */
  readonly visibleProblems: (path: JsonPath) => readonly Problem[];
  readonly problemAt: (path: JsonPath) => Problem | undefined;
  /** Shows all problems from now on, also those of untouched fields. */
  readonly showAll: () => void;
  /** The path of the prompt whose card is open; undefined for none. */
  readonly openPrompt: JsonPath | undefined;
  readonly setOpenPrompt: (path: JsonPath | undefined) => void;
}

/** The state of an editor over a draft. */
export function useAuthoring(
  draft: DraftHandle<JsonObject>,
  { saved, problems }: Pick<Authoring, 'saved'> & { problems: readonly Problem[] },
): Authoring {
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [showsAll, setAll] = useState(false);
  const [openPrompt, setOpenPrompt] = useState<JsonPath>();
  const latest = useRef(draft.value);
  useEffect(() => void (latest.current = draft.value));
  const typing = useTyping();
  const shown = useMemo(() => {
    if (showsAll) return problems;
    const isShown = ({ path, isMissing }: Problem) => isMissing !== true || touched.has(pathKey(path));
    return problems.filter((problem) => isShown(problem) && !typing.hides(problem));
  }, [problems, showsAll, touched, typing.hides]);
  const first = useMemo(() => firstByPath(shown), [shown]);
  return {
    draft: draft.value,
    saved,
    change: (make) => {
      latest.current = make(latest.current);
      draft.set(latest.current);
    },
    touch: (path) =>
      afterPointer(() =>
        setTouched((before) => (before.has(pathKey(path)) ? before : new Set([...before, pathKey(path)]))),
      ),
    typeAt: (path) => typing.start(path, shown),
    visibleProblems: (path) => shown.filter((problem) => isWithin(problem.path, path)),
    problemAt: (path) => first.get(pathKey(path)),
    showAll: () => setAll(true),
    openPrompt,
    setOpenPrompt,
  };
}

/** Provides the editor's state to its fields, which read it by `useEditor`. */
export const [AuthoringProvider, useEditor] = requiredContext<Authoring>('AuthoringProvider');

/** A field of the definition: its value and its problem. */
export interface DefinitionField {
  readonly value: Json | undefined;
  readonly set: (value: Json | undefined) => void;
  readonly touch: () => void;
  /** Keeps new errors back until the focus leaves; `set` does so by itself. */
  readonly startTyping: () => void;
  readonly error: string | undefined;
  readonly warning: string | undefined;
}

/** The field at a path. */
export function useField(path: JsonPath): DefinitionField {
  const { draft, change, touch, typeAt, problemAt } = useEditor();
  return {
    value: valueAt(draft, path),
    set: (value) => {
      typeAt(path);
      change((before) => objectOf(withValueAt(before, path, value)));
    },
    touch: () => touch(path),
    startTyping: () => typeAt(path),
    ...messagesOf(problemAt(path)),
  };
}

/** The path, as the same list while it is equal: props made of it then stay the same. */
export function useSamePath(path: JsonPath): JsonPath {
  const kept = useRef(path);
  if (pathKey(kept.current) !== pathKey(path)) kept.current = path;
  return kept.current;
}

/** A problem as the error or the warning of a field. */
export function messagesOf(problem: Problem | undefined): Pick<DefinitionField, 'error' | 'warning'> {
  const text = problem === undefined ? undefined : sentence(problem.text);
  return problem?.severity === 'error' ? { error: text, warning: undefined } : { error: undefined, warning: text };
}

/** A problem's text with an initial capital. */
export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

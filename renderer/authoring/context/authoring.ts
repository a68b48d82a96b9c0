import { useMemo, useRef, useState, useCallback, useEffect } from 'react';
import { capitalized } from '../../../shared/values/messages.ts';
import { afterPointer } from '../../ui/focus/move-focus.ts';
import { requiredContext } from '../../ui/hooks.ts';
import type { DraftHandle } from '../../core/drafts/drafts.ts';
import {
  isWithin,
  type Json,
  type JsonObject,
  type JsonPath,
  objectOf,
  pathKey,
  valueAt,
  withValueAt,
} from '../../../shared/values/json.ts';
import { errorsFirst, firstByPath, type Problem } from './problem.ts';

/** The state of an editor for its fields. Fields read and write by path, so that any input can be kept. */
export type Authoring = ReturnType<typeof useAuthoring>;

/** The state of an editor over a draft. @param saved the saved definition; undefined for a new one */
export function useAuthoring(
  draft: DraftHandle<JsonObject>,
  { saved, problems }: { saved: JsonObject | undefined; problems: readonly Problem[] },
) {
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [showsAll, setShowsAll] = useState(false);
  const [openPrompt, setOpenPrompt] = useState<JsonPath>();
  const typing = useTyping();
  const shown = useMemo(() => {
    const isShown = ({ path, isMissing }: Problem) => isMissing !== true || touched.has(pathKey(path));
    return errorsFirst(showsAll ? problems : problems.filter((one) => isShown(one) && !typing.hides(one)));
  }, [problems, showsAll, touched, typing.hides]);
  const first = useMemo(() => firstByPath(shown), [shown]);
  return {
    draft: draft.value,
    saved,
    /** Changes the draft. Several changes in one turn are all applied. */
    change: draft.change,
    touch: (path: JsonPath) =>
      afterPointer(() =>
        setTouched((before) => (before.has(pathKey(path)) ? before : new Set([...before, pathKey(path)]))),
      ),
    /** Keeps new errors of the field at a path back until the field that has the focus is left. */
    typeAt: (path: JsonPath) => typing.start(path, shown),
    /** The problems to show at or below a path; errors come before warnings. */
    visibleProblems: (path: JsonPath) => shown.filter((problem) => isWithin(problem.path, path)),
    problemAt: (path: JsonPath) => first.get(pathKey(path)),
    /** Shows all problems from now on, also those of untouched fields. */
    showAll: () => setShowsAll(true),
    /** Counts every field as untouched again, and hides its problems. */
    forgetTouched: () =>
      afterPointer(() => {
        setTouched(new Set());
        setShowsAll(false);
      }),
    /** The path of the prompt whose card is open; undefined for none. */
    openPrompt,
    setOpenPrompt,
  };
}

/** Provides the editor's state to its fields, which read it by `useEditor`. */
export const [AuthoringProvider, useEditor] = requiredContext<Authoring>('AuthoringProvider');

/** The field at a path: its value and its problem. */
export function useField(path: JsonPath) {
  const { draft, change, touch, typeAt, problemAt } = useEditor();
  return {
    value: valueAt(draft, path),
    set: (value: Json | undefined) => {
      typeAt(path);
      change((before) => objectOf(withValueAt(before, path, value)));
    },
    touch: () => touch(path),
    /** Keeps new errors back until the focus leaves; `set` does so by itself. */
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
export function messagesOf(problem: Problem | undefined) {
  const text = problem === undefined ? undefined : capitalized(problem.text);
  return problem?.severity === 'error' ? { error: text, warning: undefined } : { error: undefined, warning: text };
}

interface TypingState {
  readonly path: JsonPath;
  /** Keys of the paths that showed a problem before the typing began. They stay visible while one corrects them. */
  readonly shownBefore: ReadonlySet<string>;
}

/** The field being typed in: its new errors show when the focus leaves it. */
function useTyping() {
  const [typing, setTyping] = useState<TypingState>();
  const isTyping = typing !== undefined;
  useEffect(() => {
    if (!isTyping) return;
    const end = () => afterPointer(() => setTyping(undefined));
    document.addEventListener('focusout', end);
    return () => document.removeEventListener('focusout', end);
  }, [isTyping]);
  return {
    /** True for an error that the field being typed in has caused since it got the focus. */
    hides: useCallback(
      ({ path, severity }: Problem) =>
        severity === 'error' &&
        typing !== undefined &&
        isWithin(path, typing.path) &&
        !typing.shownBefore.has(pathKey(path)),
      [typing],
    ),
    start: (path: JsonPath, shown: readonly Problem[]) => {
      if (!isTextEntry(document.activeElement)) return;
      setTyping((before) =>
        before !== undefined && pathKey(before.path) === pathKey(path)
          ? before
          : { path, shownBefore: new Set(shown.map((problem) => pathKey(problem.path))) },
      );
    },
  };
}

const TEXT_ENTRY = 'input:not([type="checkbox"], [type="radio"], [readonly]), textarea, [contenteditable="true"]';

function isTextEntry(element: Element | null): boolean {
  return element?.matches(TEXT_ENTRY) === true;
}

import { useCallback, useEffect, useState } from 'react';
import { afterPointer } from '../../ui/focus/move-focus.ts';
import { isWithin, type JsonPath, pathKey } from './json-path.ts';
import type { Problem } from './problem.ts';

interface TypingState {
  readonly path: JsonPath;
  /** Keys of the paths that showed a problem before the typing began. They stay visible while one corrects them. */
  readonly shownBefore: ReadonlySet<string>;
}

/** The field being typed in: its new errors show when the focus leaves it. */
export function useTyping() {
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

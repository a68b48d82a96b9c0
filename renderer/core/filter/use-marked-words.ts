import { useEffect } from 'react';
import type { FilterKind } from '../../../shared/model/filter-terms.ts';
import { filterProblem, readFilter } from '../../../shared/model/read-filter.ts';

/** Name of the marks in the style sheet. */
const FOUND = 'found';
/** Terms whose values are no text of a row. */
const UNSEEN: ReadonlySet<string> = new Set(['is', 'since', 'until', 'took', 'slower', 'status', 'method', 'env']);

/** Marks the words of a filter in the rows of the lists of the page. They are ranges of the browser, so that no row is drawn again for them. */
export function useMarkedWords(kind: FilterKind | undefined, filter: string): void {
  useEffect(() => {
    const main = document.querySelector('main');
    const words = kind === undefined ? [] : wordsIn(kind, filter);
    if (main === null || words.length === 0 || !('Highlight' in window)) return undefined;
    const mark = () => CSS.highlights.set(FOUND, new Highlight(...rangesIn(main, words)));
    const observer = new MutationObserver(mark);
    observer.observe(main, { subtree: true, childList: true, characterData: true });
    mark();
    return () => {
      observer.disconnect();
      CSS.highlights.delete(FOUND);
    };
  }, [kind, filter]);
}

/** The texts of a filter that a row may show, in lower case. */
export function wordsIn(kind: FilterKind, filter: string): readonly string[] {
  if (filterProblem(kind, filter) !== '') return [];
  return readFilter(kind, filter).flatMap(({ name, value, isNot }) => (isNot || UNSEEN.has(name) ? [] : [value]));
}

function rangesIn(main: Element, words: readonly string[]): Range[] {
  return [...main.querySelectorAll('[data-rows]')].flatMap((list) => {
    const texts = document.createTreeWalker(list, NodeFilter.SHOW_TEXT);
    const ranges: Range[] = [];
    while (texts.nextNode() !== null) {
      const { currentNode: node } = texts;
      for (const word of words) ranges.push(...rangesOf(node, word));
    }
    return ranges;
  });
}

function rangesOf(node: Node, word: string): Range[] {
  const text = node.textContent?.toLowerCase() ?? '';
  const ranges: Range[] = [];
  // A text that gets longer in lower case has other places.
  if (text.length !== node.textContent?.length) return ranges;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
    const range = new Range();
    range.setStart(node, at);
    range.setEnd(node, at + word.length);
    ranges.push(range);
  }
  return ranges;
}

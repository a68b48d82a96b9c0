import { FILTER_WORD } from '../../../shared/model/filter.ts';
import { isTermWord } from '../../../shared/model/read-filter.ts';

/** A part of a filter: a term or a quoted text, drawn as a chip, or anything between them. */
export interface FilterPart {
  readonly text: string;
  readonly chip: 'term' | 'quote' | undefined;
}

/** Splits a filter into chips and the rest; joined, the parts are the filter. @param isEdited true while its last word is typed */
export function partsOfFilter(filter: string, isEdited: boolean): readonly FilterPart[] {
  const parts: FilterPart[] = [];
  let from = 0;
  for (const { index, 0: word } of filter.matchAll(FILTER_WORD)) {
    const end = index + word.length;
    const chip = isEdited && end === filter.length ? undefined : chipOf(word);
    if (chip === undefined) continue;
    parts.push({ text: filter.slice(from, index), chip: undefined }, { text: word, chip });
    from = end;
  }
  return [...parts, { text: filter.slice(from), chip: undefined }].filter(({ text }) => text !== '');
}

function chipOf(word: string): FilterPart['chip'] {
  if (/^-?"[^"]+"$/.test(word)) return 'quote';
  return isTermWord(word) ? 'term' : undefined;
}

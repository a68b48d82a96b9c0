import { type FaultDraft, kindOf } from './fault-draft.ts';
import { type FaultField, KIND_FIELDS } from './fault-fields.ts';

/** The words before and after a field in its sentence, where a kind needs others with its name. Fields without an entry are behind "More conditions". */
const WORDS: Readonly<Record<string, readonly [before: string, after: string]>> = {
  seconds: ['after', 's'],
  jitterSeconds: ['and up to', 's more'],
  status: ['with status', ''],
  retryAfterSeconds: ['and Retry-After', 's'],
  fraction: ['after the part', 'of its body'],
  bytesPerSecond: ['at', 'bytes per second'],
  afterSeconds: ['after', 's'],
  'hold.seconds': ['for at most', 's'],
};

function wordsOf(draft: FaultDraft, { name }: FaultField): readonly [before: string, after: string] | undefined {
  return WORDS[`${kindOf(draft)}.${name}`] ?? WORDS[name];
}

/** A field in the sentence of a fault. */
interface SpokenField {
  readonly field: FaultField;
  readonly before: string;
  readonly after: string;
}

function ownFieldsOf(draft: FaultDraft): readonly FaultField[] {
  return KIND_FIELDS.get(kindOf(draft))?.own ?? [];
}

/** The fields of the draft's kind in its sentence, with the words around them. */
export function spokenFieldsOf(draft: FaultDraft): readonly SpokenField[] {
  return ownFieldsOf(draft).flatMap((field) => {
    const words = wordsOf(draft, field);
    return words === undefined ? [] : [{ field, before: words[0], after: words[1] }];
  });
}

/** The other fields of the draft's kind. */
export function rareFieldsOf(draft: FaultDraft): readonly FaultField[] {
  return ownFieldsOf(draft).filter((field) => wordsOf(draft, field) === undefined);
}

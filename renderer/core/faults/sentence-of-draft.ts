import { Fault } from '../../../shared/model/fault.ts';
import { type FaultSentence, faultSentence } from '../../../shared/model/fault-sentence.ts';
import { type FaultDraft, withField } from './fault-draft.ts';

/** The sentence of a draft; `undefined` while a field is missing or invalid. */
export function sentenceOfDraft(draft: FaultDraft): FaultSentence | undefined {
  const { keep, ttlSeconds, ...rule } = draft;
  const fields = withField(rule, 'slug', 'draft');
  const read = Fault.safeParse(fields);
  return read.success ? faultSentence(read.data) : undefined;
}

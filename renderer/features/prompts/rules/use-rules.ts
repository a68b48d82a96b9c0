import type { AnswerItem } from '../../../../shared/contract/emulator/rules.ts';
import { useApi, useLiveQuery, type PromptItem } from '../../../core/data/hangar.ts';
import type { Query } from '../../../core/data/queries.ts';
import type { RuleDraft } from './rule-draft.ts';

/** All rules of automatic answers, with their counters. */
export function useRules(): Query<readonly AnswerItem[]> {
  const api = useApi();
  return useLiveQuery(
    'rules of answers',
    async () => (await api.answers.list()).items,
    (event) =>
      event.type === 'answer' || event.type === 'workspace' || (event.type === 'rules' && event.list === 'answers'),
  );
}

/** The first state of the form of a rule: its fields, and their source. */
export interface RuleRequest {
  readonly draft: RuleDraft;
  /** The prompt with the parameters of the answer. */
  readonly prompt?: PromptItem;
  /** True for a rule made from the answer to an approval. */
  readonly isRequest?: boolean;
  /** The rule to change; a new one when absent. */
  readonly rule?: AnswerItem;
  /** Slugs of existing rules. */
  readonly taken?: readonly string[];
}

/** Properties of fields that change the draft of a rule. */
export interface RuleFieldsProps {
  readonly draft: RuleDraft;
  readonly change: (changes: Partial<RuleDraft>) => void;
}

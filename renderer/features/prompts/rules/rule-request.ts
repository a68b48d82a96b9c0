import type { AnswerItem } from '../../../../shared/contract/emulator/rules.ts';
import type { PromptItem } from '../../../core/data/hangar.ts';
import type { RuleDraft } from './rule-draft.ts';

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

import type { PromptAnswer } from '../../../shared/contract/emulator/rows.ts';

/** The automatic answer to a waiting item, for its row; '' for none, or for one that is held, as its icon says. */
export function answerNote(answer: PromptAnswer | null): string {
  if (answer === null || answer.held === true) return '';
  return answer.problem === null ? `rule ${answer.rule} will answer` : `rule ${answer.rule} refused: ${answer.problem}`;
}

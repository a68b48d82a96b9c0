import type { PromptAnswer } from '../../../shared/contract/emulator/rows.ts';

/** The automatic answer to a waiting item, for its row; '' for none. */
export function answerNote(answer: PromptAnswer | null): string {
  if (answer === null) return '';
  if (answer.held === true) return 'held: came from a file';
  return answer.problem === null ? `rule ${answer.rule} will answer` : `rule ${answer.rule} refused: ${answer.problem}`;
}

/** Number of repetitions of a counterexample. */
export const REPETITIONS = 5;

/** Repetitions of a counterexample. */
interface Repeated {
  /** Number of repetitions in which it broke. */
  readonly reproduced: number;
  /** Number of repetitions; absent for all five. */
  readonly repetitions?: number | undefined;
}

/** The repetitions of a counterexample in words: `5 of 5`, or why there are fewer. */
export function reproducedText({ reproduced, repetitions = REPETITIONS }: Repeated): string {
  if (repetitions === 0) return 'not repeated';
  return `${reproduced} of ${repetitions}`;
}

import { keysOf } from '../values/objects.ts';

/** Severity of a finding, from the worst. */
export const FINDING_LEVELS = ['error', 'warning', 'info'] as const;
export type FindingLevel = (typeof FINDING_LEVELS)[number];

interface FindingRuleEntry {
  readonly level: FindingLevel;
  /** The mistake in a few words. */
  readonly title: string;
  /** The reason that it matters, and the change to make. */
  readonly explanation: string;
  /** True for a rule that is checked at the end of `hangar exec`. */
  readonly isJudgedAtEnd?: true;
}

/**
 * Mistakes of clients that Hangar finds, for docs/findings.md, the reports and the window. To add a rule, add an entry here and
 * its detector in `electron/emulator/lab/findings/`. Source: lab, "Findings".
 */
export const FINDING_RULES = {
  'executed-twice': {
    level: 'error',
    title: 'Executed twice',
    explanation:
      'A call was repeated after its answer was lost or failed, and both were executed. Send one Idempotency-Key for each action, and the same one with every retry.',
  },
  'retry-without-key': {
    level: 'warning',
    title: 'Retried without an Idempotency-Key',
    explanation:
      'A call was repeated after it failed, without the same Idempotency-Key. Nothing was executed twice this time. Send one key for each action, and the same one with every retry.',
  },
  'key-reused': {
    level: 'error',
    title: 'Idempotency-Key used for something else',
    explanation:
      'The same Idempotency-Key came with another body or operation. The second call is answered with the first one’s result and does nothing. Make a new key for each action.',
  },
  'early-retry': {
    level: 'error',
    title: 'Retried before Retry-After was over',
    explanation:
      'The answer asked the client to wait. Wait for the seconds of Retry-After before the call is repeated.',
  },
  'no-backoff': {
    level: 'warning',
    title: 'Retries without growing pauses',
    explanation:
      'A failing call was repeated four times or more, with short pauses that do not grow. Double the pause after each attempt, and begin with one of a second or so.',
  },
  'fast-polling': {
    level: 'warning',
    title: 'Polls too fast',
    explanation:
      'An unfinished run was read more than five times a second for three seconds. Pause longer between reads.',
  },
  'polling-after-end': {
    level: 'warning',
    title: 'Polls after the end',
    explanation: 'A run was read five times or more after the client saw that it had ended. Stop at a final status.',
  },
  'retried-refusal': {
    level: 'warning',
    title: 'Repeats a refused call',
    explanation:
      'The same call was repeated though its answer said that the call itself is wrong. Such a call fails again: correct it, or give up.',
  },
  'unread-run': {
    level: 'info',
    title: 'Outcome never read',
    explanation: 'Runs were executed whose final status or output nobody read. A failure would go unnoticed.',
    isJudgedAtEnd: true,
  },
  'unread-page': {
    level: 'info',
    title: 'Only some pages read',
    explanation: 'A page was full and there were more items, but the next was not read. Read until hasMore is false.',
  },
  'dropped-values': {
    level: 'warning',
    title: 'Values were ignored',
    explanation:
      'The call has names that the service does not know, so their values had no effect. Correct or remove them; the header X-Hangar-Warning names them.',
  },
  'built-in-missing': {
    level: 'error',
    title: 'Built-in task without a stand-in',
    explanation:
      'The client executed a built-in task of the service that Hangar does not come with, such as one that sends mail. Define a task with its slug in the workspace.',
  },
  'fault-unused': {
    level: 'warning',
    title: 'Fault not used up',
    explanation: 'A fault with `times` was not met as often as planned, so the test did not test what it was made for.',
    isJudgedAtEnd: true,
  },
  'answer-refused': {
    level: 'warning',
    title: 'Automatic answer refused',
    explanation: 'An automatic answer breaks a rule of its prompt, so the prompt still waits. Correct the answer.',
  },
} as const satisfies Readonly<Record<string, FindingRuleEntry>>;

/** The name of a rule. */
export type FindingRule = keyof typeof FINDING_RULES;

/** The names of all rules. */
export const FINDING_RULE_NAMES = keysOf(FINDING_RULES);

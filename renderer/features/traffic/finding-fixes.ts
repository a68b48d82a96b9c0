import type { Finding } from '../../../shared/contract/emulator/findings.ts';
import { FINDING_LEVELS, type FindingLevel, type FindingRule } from '../../../shared/registry/finding-rules.ts';
import type { FaultDraft } from '../../core/faults/fault-draft.ts';

/** A change to a client, and the fault that shows whether it works. */
interface Fix {
  /** A line of code before and after the change, in no certain language. */
  readonly before: string;
  readonly after: string;
  /** The fault that provokes the mistake; absent when none does. */
  readonly fault?: FaultDraft;
}

const WITHOUT_KEY: Fix = {
  before: `headers: { 'X-Service-API-Key': key }`,
  after: `headers: { 'X-Service-API-Key': key, 'Idempotency-Key': order.id }`,
  fault: { kind: 'lose' },
};

/** The changes that can be shown in a line, by the rule of the finding. To add one, add an entry. */
export const FIXES: Partial<Readonly<Record<FindingRule, Fix>>> = {
  'executed-twice': WITHOUT_KEY,
  'retry-without-key': WITHOUT_KEY,
  'key-reused': {
    before: `'Idempotency-Key': order.id`,
    after: `'Idempotency-Key': 'refund-' + order.id`,
  },
  'early-retry': {
    before: 'await sleep(200)',
    after: `await sleep(1000 * Number(answer.headers.get('Retry-After')))`,
    fault: { kind: 'error', status: 429, retryAfterSeconds: 2 },
  },
  'no-backoff': {
    before: 'await sleep(200)',
    after: 'await sleep(1000 * 2 ** attempt)',
    fault: { kind: 'error', status: 503, times: 3 },
  },
  'fast-polling': { before: 'await sleep(50)', after: 'await sleep(1000)' },
  'polling-after-end': {
    before: 'while (true) run = await get(runID)',
    after: `while (!['Succeeded', 'Failed', 'Cancelled'].includes(run.status)) run = await get(runID)`,
  },
  'unread-page': {
    before: 'runs = (await list(0)).runs',
    after: 'do { page = await list(n++); runs.push(...page.runs) } while (page.hasMore)',
  },
  'retried-refusal': {
    before: 'if (!answer.ok) retry()',
    after: 'if (answer.status >= 500 || answer.status === 429) retry()',
    fault: { kind: 'error', status: 400 },
  },
};

/** All findings of one rule. */
export interface FindingKind {
  readonly rule: FindingRule;
  readonly level: FindingLevel;
  /** Newest first, never empty. */
  readonly items: readonly [Finding, ...Finding[]];
  /** Number of times, or of calls. */
  readonly count: number;
}

/** Findings by their rule, errors first, then newest first. @param findings newest first */
export function kindsOf(findings: readonly Finding[]): readonly FindingKind[] {
  const byRule = new Map<FindingRule, FindingKind>();
  for (const finding of findings) {
    const { rule, level, count } = finding;
    const known = byRule.get(rule);
    byRule.set(rule, {
      ...{ rule, level, count: count + (known?.count ?? 0) },
      items: known === undefined ? [finding] : [...known.items, finding],
    });
  }
  const place = ({ level }: FindingKind) => FINDING_LEVELS.indexOf(level);
  return [...byRule.values()].sort((a, b) => place(a) - place(b));
}

import { TOOL_NAMES, type ToolName, TOOLS } from '../test/tools/registry.ts';
import { reasonFor } from '../test/tools/tools.ts';

/** Tests of a kind, each with what was said of it. */
type Named = readonly { readonly name: string; readonly reason: string }[];

/** The outcome of one test runner, as its reporter writes it. */
export interface Summary {
  readonly passed: number;
  readonly failed: Named;
  readonly skipped: Named;
  readonly retried: Named;
}

/**
 * The last lines of `npm test`: a line for each reason to skip tests, with how to get what was missing, for each failure, for each
 * test that passed only on a retry, their number, then the sum. A retried test is a defect of the test or of Hangar, but does not
 * fail the suite.
 */
export function lastLines(results: readonly Summary[]): string[] {
  const all = (key: 'failed' | 'skipped' | 'retried') => results.flatMap((result) => result[key]);
  const named = (key: 'failed' | 'retried') =>
    all(key).map(({ name, reason }) => `${key}: ${name}: ${inOneLine(reason)}`);
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const [failed, skipped, retried] = [named('failed'), all('skipped'), named('retried')];
  const health = retried.length > 0 ? [...retried, `retried: ${retried.length}`] : [];
  const sum = `${passed} passed, ${failed.length} failed, ${skipped.length} skipped`;
  return [...skippedLines(skipped.map(({ reason }) => firstLine(reason))), ...failed, ...health, sum];
}

/** A line for each missing tool that tests asked for, and for each other reason. A test may want several tools. */
function skippedLines(reasons: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const reason of reasons.flatMap((text) => (isOfTools(text) ? text.split(', ') : [text])))
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return Array.from(counts, ([reason, count]) => {
    const tool = toolOf(reason);
    const advice = tool === undefined ? '' : `, for ${TOOLS[tool].purpose}: ${TOOLS[tool].source}`;
    return `skipped: ${count} ${count === 1 ? 'test' : 'tests'}: ${reason}${advice}`;
  });
}

function isOfTools(text: string): boolean {
  return text.split(', ').every((part) => toolOf(part) !== undefined);
}

function toolOf(reason: string): ToolName | undefined {
  return TOOL_NAMES.find((name) => reasonFor(name) === reason);
}

/** Characters of a reason in the last lines: room for what was looked for, what was expected and what was there. */
const LONGEST_REASON = 500;

/** Joins the lines that say something: those after the first one tell what was looked for. */
function inOneLine(text: string): string {
  return linesOf(text).join(' | ').slice(0, LONGEST_REASON);
}

/** The first line of a text that says something. */
function firstLine(text: string): string {
  return linesOf(text)[0] ?? 'not for this system, or not for this Node';
}

/** The lines of a text that say something, without the colours of a terminal. */
function linesOf(text: string): string[] {
  const plain = text.replaceAll(/\u001b\[[\d;]*m/g, '');
  const lines = plain.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '');
}

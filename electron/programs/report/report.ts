import { writeFile } from 'node:fs/promises';
import { StartError } from '../../emulator/host/start-error.ts';
import { messageOf } from '../../../shared/values/messages.ts';
import type { ReportFile } from '../flags/flags.ts';
import type { Finding } from '../../../shared/contract/emulator/findings.ts';
import { FINDING_LEVELS, FINDING_RULES, type FindingLevel } from '../../../shared/registry/finding-rules.ts';

/** A test case of a JUnit report. */
interface ReportCase {
  readonly className: string;
  readonly name: string;
  /** Reason of the failure; absent when it did not fail. */
  readonly failure?: string;
  /** Reason that it was skipped. */
  readonly skipped?: string;
}

/** A report in three formats. */
export interface Report {
  readonly name: string;
  readonly json: object;
  readonly markdown: string;
  readonly cases: readonly ReportCase[];
}

/** Writes a report. Throws `StartError` when the file cannot be written. */
export async function writeReport({ path, ending }: ReportFile, report: Report): Promise<void> {
  const text = {
    '.json': () => `${JSON.stringify(report.json, null, 2)}\n`,
    '.md': () => report.markdown,
    '.xml': () => junitOf(report),
  }[ending]();
  try {
    await writeFile(path, text);
  } catch (error) {
    throw new StartError('failed', `The report cannot be written: ${messageOf(error)}`);
  }
}

function junitOf({ name, cases }: Report): string {
  const failures = cases.filter(({ failure }) => failure !== undefined).length;
  const skipped = cases.filter(({ skipped }) => skipped !== undefined).length;
  const counts = `tests="${cases.length}" failures="${failures}" errors="0" skipped="${skipped}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${counts}>
  <testsuite name="${xml(name)}" ${counts}>
${cases.map(caseOf).join('\n')}
  </testsuite>
</testsuites>
`;
}

function caseOf({ className, name, failure, skipped }: ReportCase): string {
  const start = `    <testcase classname="${xml(className)}" name="${xml(name)}"`;
  if (failure !== undefined) return `${start}><failure message="${xml(failure)}"/></testcase>`;
  return skipped === undefined ? `${start}/>` : `${start}><skipped message="${xml(skipped)}"/></testcase>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes a text for an attribute, without the characters that XML does not allow. */
function xml(text: string): string {
  return text
    .replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)
    .replace(/[\t\n\r]/g, (sign) => `&#${sign.charCodeAt(0)};`)
    .replace(/[\x00-\x1f\ufffe\uffff]|\p{Surrogate}/gu, '\ufffd');
}

/** The findings of a level or worse. */
export function atLeast(findings: readonly Finding[], level: FindingLevel): Finding[] {
  return findings.filter((finding) => FINDING_LEVELS.indexOf(finding.level) <= FINDING_LEVELS.indexOf(level));
}

/** One line for a terminal. */
export function findingLine({ rule, level, message, count, client }: Finding): string {
  const times = count > 1 ? ` (${count} times)` : '';
  return `${level} ${rule}: ${message}${times}${client === '' ? '' : ` [${client}]`}`;
}

/** A report of findings. Errors and warnings are failures. */
export function findingReport(findings: readonly Finding[]): Report {
  return {
    name: 'Findings of Hangar',
    json: { items: findings },
    markdown: markdownOf(findings),
    cases: findings.map((finding) => ({
      className: finding.rule,
      name: `${FINDING_RULES[finding.rule].title}: ${finding.message}`,
      ...(finding.level === 'info' ? {} : { failure: failureOf(finding) }),
    })),
  };
}

function failureOf({ rule, message, count, client, requestIDs, runIDs }: Finding): string {
  const facts = [
    ...(client === '' ? [] : [`Client: ${client}.`]),
    ...(count > 1 ? [`${count} times.`] : []),
    ...(requestIDs.length === 0 ? [] : [`Requests: ${requestIDs.join(', ')}.`]),
    ...(runIDs.length === 0 ? [] : [`Runs: ${runIDs.join(', ')}.`]),
  ];
  return [message, ...facts, FINDING_RULES[rule].explanation].join('\n');
}

function markdownOf(findings: readonly Finding[]): string {
  if (findings.length === 0) return '# Findings\n\nNone.\n';
  const parts = findings.map((finding) => {
    const { rule, level, message, count, client, apiKey, firstAt, lastAt, requestIDs, runIDs } = finding;
    const facts: readonly (readonly [string, string])[] = [
      ['Rule', `${rule} (${level})`],
      ['Times', String(count)],
      ['Client', client],
      ['API key', apiKey],
      ['Between', `${firstAt} and ${lastAt}`],
      ['Requests', requestIDs.join(', ')],
      ['Runs', runIDs.join(', ')],
    ];
    const rows = facts.filter(([, value]) => value !== '').map(([name, value]) => `- ${name}: ${code(value)}`);
    const { title, explanation } = FINDING_RULES[rule];
    return `## ${title}\n\n${code(message)}\n\n${rows.join('\n')}\n\n${explanation}\n`;
  });
  return `# Findings\n\n${parts.join('\n')}`;
}

/** Shows a client's text literally, without Markdown. */
function code(text: string): string {
  return `\`${text.replace(/[`\r\n]/g, ' ')}\``;
}

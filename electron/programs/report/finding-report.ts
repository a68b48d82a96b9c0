import type { Finding } from '../../../shared/contract/emulator/findings.ts';
import { FINDING_LEVELS, FINDING_RULES, type FindingLevel } from '../../../shared/registry/finding-rules.ts';
import type { Report } from './report.ts';

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

import { writeFile } from 'node:fs/promises';
import { StartError } from '../../emulator/host/start-error.ts';
import { messageOf } from '../../../shared/values/messages.ts';
import type { ReportFile } from '../flags/flags.ts';

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

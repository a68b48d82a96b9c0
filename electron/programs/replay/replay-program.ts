import { EXIT_CODES } from '../../emulator/host/start-error.ts';
import type { Values } from '../flags/field.ts';
import { DEFAULT_HOST, DEFAULT_PORT, type REPLAY_FLAGS } from '../flags/flags.ts';
import { printError, printLine } from '../flags/program-options.ts';
import { type Report, writeReport } from '../report/report.ts';
import { readRecording } from './recording.ts';
import { replay, type ReplayResult } from './replay.ts';
import { TargetServer } from './target-server.ts';

/** Replays a recording. Returns the exit code. Throws `StartError`. */
export async function replayProgram(
  file: string,
  { url, apiKey, report }: Values<typeof REPLAY_FLAGS>,
): Promise<number> {
  const target = url ?? new URL(`http://${DEFAULT_HOST}:${DEFAULT_PORT}`);
  const server = new TargetServer(target, apiKey);
  try {
    const result = await replay(await readRecording(file), server);
    for (const { number, reason } of result.leftOut) printError(`Request ${number} was left out: ${reason}.`);
    printLine(sentenceOf(result));
    if (report !== undefined) await writeReport(report, reportOf(result, file, target));
    return EXIT_CODES[result.difference === undefined ? 'stopped' : 'differs'].code;
  } finally {
    server.close();
  }
}

function sentenceOf({ requests, sent, difference }: ReplayResult): string {
  if (difference === undefined) return `Replayed ${sent} ${sent === 1 ? 'request' : 'requests'}: no answer differs.`;
  const { number, request, path, expected, got } = difference;
  return `Request ${number} of ${requests.length} differs: ${request}: ${path}: expected ${expected}, got ${got}`;
}

function reportOf(result: ReplayResult, file: string, url: URL): Report {
  const { requests, sent, leftOut, difference } = result;
  const reasons = new Map(leftOut.map(({ number, reason }) => [number, reason]));
  const last = difference?.number ?? requests.length;
  return {
    name: 'hangar replay',
    json: { file, url: url.href, requests: requests.length, sent, leftOut, difference: difference ?? null },
    markdown: markdownOf(result, file),
    cases: requests.map((request, index) => {
      const name = `${index + 1} ${request}`;
      const skipped = reasons.get(index + 1) ?? (index >= last ? 'not sent: an answer before it differs' : undefined);
      const failure = difference?.number === index + 1 ? sentenceOf(result) : undefined;
      return {
        className: 'hangar replay',
        name,
        ...(failure === undefined ? {} : { failure }),
        ...(skipped === undefined ? {} : { skipped }),
      };
    }),
  };
}

function markdownOf(result: ReplayResult, file: string): string {
  const { leftOut, difference } = result;
  const cell = (text: string): string => `\`${text.replace(/[`|\r\n]/g, ' ')}\``;
  const rows =
    difference === undefined
      ? []
      : [
          '',
          '| request | where | expected | got |',
          '| --- | --- | --- | --- |',
          `| ${[difference.request, difference.path, difference.expected, difference.got].map(cell).join(' | ')} |`,
        ];
  const left = leftOut.map(({ number, reason }) => `- Request ${number} was left out: ${reason}.`);
  const sentence =
    difference === undefined
      ? sentenceOf(result)
      : `Request ${difference.number} of ${result.requests.length} differs.`;
  return `${['# Replay', '', `Of ${cell(file)}.`, '', sentence, ...rows, ...(left.length === 0 ? [] : ['', ...left])].join('\n')}\n`;
}

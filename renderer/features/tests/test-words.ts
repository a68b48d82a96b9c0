import type { ClockRow } from '../../../shared/contract/emulator/clock.ts';
import type { SuiteTest, TestOutcome, TestRow } from '../../../shared/contract/emulator/tests.ts';
import { cmdWord, type Shell, shellWord } from '../../../shared/values/shell-words.ts';
import { isRealTime } from '../../core/clock/clock-time.ts';
import type { StatusShapeName } from '../../ui/icons/StatusShape.tsx';
import type { Tone } from '../../ui/text/status.ts';
import type { TestState } from './test-tree.ts';

/** The look of each state. */
export const STATES: Readonly<
  Record<TestState, { readonly text: string; readonly tone: Tone; readonly shape: StatusShapeName }>
> = {
  running: { text: 'Running', tone: 'run', shape: 'run' },
  passed: { text: 'Passed', tone: 'ok', shape: 'ok' },
  failed: { text: 'Failed', tone: 'bad', shape: 'bad' },
  ended: { text: 'Ended without an outcome', tone: 'off', shape: 'off' },
};

/** A place in the sources: `refund.test.ts:52`; '' for none. */
export function placeText({ file, line }: Pick<SuiteTest, 'file' | 'line'>): string {
  return line === null || file === '' ? file : `${file}:${line}`;
}

/** The message of a failed test, with the place of the assertion. */
export function failureText({ message, ...at }: Pick<TestOutcome, 'message' | 'file' | 'line'>): string {
  const [place, text] = [placeText(at), message || 'Failed without a message'];
  return place === '' ? text : `${text}${text.includes('\n') ? '\n' : ', '}at ${place}`;
}

/** The command that runs a test again with a sandbox of this Hangar; '' where its file tells of no runner. */
export function commandOf({ test: { name, file } }: Pick<TestRow, 'test'>, url: string, shell: Shell): string {
  const word = shell === 'cmd' ? cmdWord : shellWord;
  const runner = RUNNERS.find(([ending]) => ending.test(file))?.[1];
  if (runner === undefined) return '';
  // A line end would end the command.
  const [oneFile, oneName] = [file, name].map((text) => text.replaceAll(/\p{Cc}/gu, ' '));
  const variable = shell === 'cmd' ? `set "HANGAR_URL=${url}" && ` : `HANGAR_URL=${url} `;
  return variable + runner(oneFile ?? '', oneName ?? '', word);
}

type RunOne = (file: string, name: string, word: (text: string) => string) => string;

/** The runners by the ending of a test's file. */
const RUNNERS: readonly (readonly [ending: RegExp, run: RunOne])[] = [
  [/\.py$/, (file, name, word) => `python3 -m pytest ${word(`${file}::${pytestName(name)}`)}`],
  [/\.go$/, (_, name, word) => `go test -run ${word(`^${pattern(name)}$`)} ./...`],
  [
    /\.[cm]?[jt]sx?$/,
    (file, name, word) => `npx vitest run ${word(file)} -t ${word(pattern(name.split(' > ').join(' ')))}`,
  ],
];

/** The names of classes and functions as pytest takes them; a value in brackets stays. */
function pytestName(name: string): string {
  return name.replace(/^[^[]*/, (names) => names.replaceAll('.', '::'));
}

/** A regular expression that only this text matches. */
function pattern(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}

/** The clock of a test's emulator in words. */
export function clockText(clock: ClockRow): string {
  if (isRealTime(clock)) return 'real clock';
  if (clock.state === 'frozen') return 'frozen clock';
  if (clock.speed !== 1) return `clock at speed ${clock.speed}`;
  return clock.autoSkip ? 'clock skips waits' : 'moved clock';
}

/** The first line of a message, for a lane. */
export function firstLine(text: string): string {
  return /^\s*(\S.*)$/m.exec(text)?.[1]?.trimEnd() ?? '';
}

/** The window of an emulator, with the host by which this one was opened. */
export function urlHere(url: string): string {
  const { port } = new URL(url);
  return `${window.location.protocol}//${window.location.hostname}:${port}`;
}

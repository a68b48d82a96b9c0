import type { Counterexample, Exploration, Space } from '../../../shared/contract/emulator/explorations.ts';
import { commandWord, type Shell } from '../../../shared/values/shell-words.ts';
import type { StatusShapeName } from '../../ui/icons/StatusShape.tsx';
import { counted, numberText } from '../../ui/text/shown-text.tsx';
import { usualShell } from '../../ui/text/curl.ts';
import type { Tone } from '../../ui/text/status.ts';

/** The state of an exploration, with its words for a filter and for a row. */
interface ExplorationLook {
  readonly shape: StatusShapeName;
  readonly tone: Tone;
  /** As in `is:broken`. */
  readonly word: 'running' | 'held' | 'broken' | 'stopped';
  readonly text: string;
  /** The result in a few words. */
  readonly note: string;
}

/** The look of an exploration. */
export function lookOf(exploration: Exploration): ExplorationLook {
  const { state, holds, counterexamples, baseline, unsteady, explored } = exploration;
  const schedules = explored?.schedules ?? 0;
  const walked = `${counted(schedules, 'schedule')} of ${counted(explored?.calls ?? 0, 'call')}`;
  if (state === 'running') {
    return { shape: 'run', tone: 'run', word: 'running', text: 'Exploring', note: progressText(exploration) };
  }
  const broken = { shape: 'bad', tone: 'bad', word: 'broken', text: 'Broken' } as const;
  if (baseline.length > 0) return { ...broken, note: `Breaks “${baseline[0]?.invariant ?? ''}” without any fault` };
  if (holds === false) return { ...broken, note: `${counted(counterexamples.length, 'counterexample')} in ${walked}` };
  if (state === 'interrupted') {
    const isBegun = partsOf(exploration).length > 0;
    const note = `Stopped ${isBegun ? `after ${progressText(exploration)}` : 'before the first schedule'}, none broken`;
    return { shape: 'off', tone: 'off', word: 'stopped', text: 'Stopped', note };
  }
  const calls = unsteady.length === 1 ? '1 call differs' : `${unsteady.length} calls differ`;
  const note = unsteady.length === 0 ? `All held: ${walked}` : `All held, unsteady: ${calls} by itself`;
  return { shape: 'ok', tone: 'ok', word: 'held', text: 'Held', note };
}

function progressText(exploration: Exploration): string {
  const parts = partsOf(exploration);
  if (parts.length === 0) return exploration.explored === null ? 'Runs the client without faults' : 'No schedules';
  const sum = (of: 'tried' | 'total') => parts.reduce((total, part) => total + part[of], 0);
  return `${numberText(sum('tried'))} of ${counted(sum('total'), 'schedule')}`;
}

/** A part of the walk: how many schedules were tried, of those that there are. */
export interface WalkedPart {
  readonly name: string;
  readonly tried: number;
  readonly total: number;
}

/** The parts of a walk that have schedules. */
export function partsOf({ space }: Pick<Exploration, 'space'>): readonly WalkedPart[] {
  if (space === null) return [];
  const singles = space.calls.map(({ outcomes }) => outcomes).join('');
  return [
    { name: 'Single', letters: singles },
    { name: 'New calls', letters: space.newCalls },
    { name: 'Pairs', letters: space.pairs },
    { name: 'Others', letters: space.others },
  ].flatMap(({ name, letters }) => {
    const total = letters.replaceAll('-', '').length;
    return total === 0 ? [] : [{ name, total, tried: letters.replaceAll(/[-.r]/g, '').length }];
  });
}

/** Number of outcomes of a kind. */
export function outcomesOf(space: Space, outcome: 'h' | 'b' | 'u'): number {
  const all = [...space.calls.map(({ outcomes }) => outcomes), space.newCalls, space.pairs, space.others].join('');
  return all.split(outcome).length - 1;
}

/** The invariants that every exploration checks. */
export const ALWAYS_CHECKED: readonly string[] = ['ends', 'no error findings'];

/** The client of a command line in a word: its script, or its program. */
export function clientName(command: string): string {
  const words = command.split(' ').filter((word) => !word.startsWith('-'));
  const script = words.find((word, index) => index > 0 && /\.\w{1,5}$/.test(word)) ?? words[0] ?? '';
  return script.split(/[/\\]/).at(-1) ?? script;
}

/** Seconds that an exploration will go on, from the time that its schedules have taken so far; 0 when that is not known. @param taken seconds so far */
export function secondsLeft(exploration: Exploration, taken: number): number {
  const { explored, settings, state } = exploration;
  const parts = partsOf(exploration);
  const tried = parts.reduce((sum, part) => sum + part.tried, 0);
  if (state !== 'running' || tried < FEWEST) return 0;
  // Pairs are planned late, but counted early.
  const planned = parts.find(({ name }) => name === 'Pairs')?.total ?? 0;
  const unplanned = Math.max(0, (explored?.pairs.total ?? 0) - planned);
  const left = parts.reduce((sum, part) => sum + part.total - part.tried, unplanned);
  return Math.max(0, Math.min((left * taken) / tried, (settings?.budgetSeconds ?? Infinity) - taken));
}

/** Number of schedules that say how long others take. */
const FEWEST = 3;

/** Seconds that an exploration has taken. @param now of the machine, in milliseconds @param startedAt the same */
export function secondsOf({ state, explored }: Exploration, now: number, startedAt: number): number {
  return state === 'running' ? Math.max(0, (now - startedAt) / 1000) : (explored?.seconds ?? 0);
}

/** The command that repeats a counterexample with the sandboxes of this Hangar. @param url of this Hangar */
export function commandOf(
  { invariant, schedule }: Pick<Counterexample, 'invariant' | 'schedule'>,
  { command }: Pick<Exploration, 'command'>,
  url: string,
  shell: Shell = usualShell(),
): string {
  const replay = commandWord(JSON.stringify(schedule), shell);
  return `hangar explore --url ${url} --invariant ${commandWord(invariant, shell)} --replay ${replay} -- ${command}`;
}

/** The command that explores once more, with the sandboxes of this Hangar. @param url of this Hangar */
export function exploreCommand({ command, invariants, settings }: Exploration, url: string): string {
  const quoted = (text: string) => commandWord(text, usualShell());
  const flags = [
    ...invariants.filter((text) => !ALWAYS_CHECKED.includes(text)).map((text) => `--invariant ${quoted(text)}`),
    ...(settings?.people === true ? ['--people'] : []),
    ...(settings?.runs === true ? ['--runs'] : []),
    ...(settings?.order === true ? ['--order'] : []),
    ...(settings === undefined || settings.seed === 1 ? [] : [`--seed ${settings.seed}`]),
    ...(settings === undefined || settings.speed === 1 ? [] : [`--speed ${settings.speed}`]),
    ...(settings === undefined || settings.from === 'definitions' ? [] : [`--from ${quoted(settings.from)}`]),
  ];
  return ['hangar explore', `--url ${url}`, ...flags, '--', command].join(' ');
}

/** A test of vitest that repeats a counterexample. */
export function vitestOf({ invariant, schedule }: Pick<Counterexample, 'invariant' | 'schedule'>): string {
  return `import { expect, test } from 'vitest';
import { explore } from 'hangar/testing';

test(${JSON.stringify(invariant)}, async () => {
  const result = await explore({ workspace: 'hangar.json', invariants: [${JSON.stringify(invariant)}], client, trials: 2 });
  const { reproduced } = await result.replay(${JSON.stringify(schedule)});
  expect(reproduced).toBe(0);
});
`;
}

/** A test of pytest that repeats a counterexample, with the definitions of a workspace file. */
export function pytestOf(
  { invariant, schedule }: Pick<Counterexample, 'invariant' | 'schedule'>,
  { command }: Pick<Exploration, 'command'>,
): string {
  return `import json, shlex, subprocess


def test_counterexample_is_gone():
    schedule = json.loads(${JSON.stringify(JSON.stringify(schedule))})
    command = ["hangar", "explore", "--workspace", "hangar.json", "--invariant", ${JSON.stringify(invariant)}]
    command += ["--replay", json.dumps(schedule), "--"]
    assert subprocess.run(command + shlex.split(${JSON.stringify(command)})).returncode == 0
`;
}

/** The command lines of clients by their `User-Agent`, with a name for the file that only their author knows. */
const CLIENTS: readonly (readonly [client: RegExp, command: string])[] = [
  [/python|aiohttp|httpx|urllib/i, 'python CLIENT.py'],
  [/\bnode\b|undici|axios|\bgot\b|\bjs\b/i, 'node CLIENT.mjs'],
  [/go-http-client|\bgo\b/i, 'go run CLIENT.go'],
  [/java|okhttp/i, 'java CLIENT.java'],
  [/ruby|faraday/i, 'ruby CLIENT.rb'],
  [/curl|wget/i, 'sh CLIENT.sh'],
];

/** The command with which exploring begins. @param client `User-Agent` of the last client seen; '' for none */
export function exampleCommand(
  url: string,
  task: { readonly slug: string; readonly parameters?: readonly { readonly slug: string }[] } | undefined,
  client: string,
  shell: Shell = usualShell(),
): string {
  const [parameter] = task?.parameters ?? [];
  const per = parameter === undefined ? '' : ` per ${parameter.slug}`;
  const invariant = task === undefined ? '' : ` --invariant ${commandWord(`once ${task.slug}${per}`, shell)}`;
  const [, command = 'COMMAND'] = CLIENTS.find(([known]) => known.test(client)) ?? [];
  return `hangar explore --url ${url}${invariant} -- ${command}`;
}

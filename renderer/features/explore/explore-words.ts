import type { Counterexample, Exploration, Explored } from '../../../shared/contract/emulator/explorations.ts';
import { commandWord, type Shell } from '../../../shared/values/shell-words.ts';
import { usualShell } from '../../ui/text/curl.ts';
import type { Tone } from '../../ui/text/status.ts';

/** The state of an exploration as a tone and a word. */
export function stateOf({ state, holds }: Exploration): { readonly tone: Tone; readonly text: string } {
  if (holds === false) return { tone: 'bad', text: 'Broken' };
  if (state === 'running') return { tone: 'run', text: 'Running' };
  if (state === 'interrupted') return { tone: 'off', text: 'Interrupted' };
  return { tone: 'ok', text: 'Every invariant held' };
}

/** The extent of an exploration in a sentence. */
export function extentText({ schedules, calls, singles, pairs, people, orders }: Explored): string {
  const parts = [
    [singles, 'single faults'],
    [pairs, 'pairs'],
    [people, 'people'],
    [orders, 'orders'],
  ] as const;
  const texts = parts.flatMap(([{ tried, total }, noun]) => (total === 0 ? [] : [`${tried} of ${total} ${noun}`]));
  return `${schedules} schedules of ${calls} calls${texts.length === 0 ? '' : `: ${texts.join(', ')}`}.`;
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

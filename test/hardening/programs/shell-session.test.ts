import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ALL_COMMANDS } from '../../../electron/programs/actions/table.ts';
import { builtProgram } from '../../support/built-program.ts';
import { block } from '../../support/docs.ts';
import { skipWithout } from '../../support/needs.ts';
import { PROGRAM, serve } from '../../support/program.ts';

const { folder, home } = builtProgram();
const PAGE = fileURLToPath(new URL('../../../docs/command-line.md', import.meta.url));

/** Variables of a shell in which `hangar` is the built program. */
async function shellVariables(more: Readonly<Record<string, string>> = {}): Promise<NodeJS.ProcessEnv> {
  const bin = join(folder(), 'bin');
  await mkdir(bin, { recursive: true });
  const hangar = `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`;
  await writeFile(join(bin, 'hangar'), hangar, { mode: 0o755 });
  return { ...home(), ...more, PATH: `${bin}:${process.env['PATH'] ?? ''}` };
}

/** A session without what differs each time: IDs are numbered, times are equal. */
function comparable(text: string): string {
  const ids = new Map<string, string>();
  return text
    .replace(/\b([a-z]{3})20\d{6}z[a-z0-9]{10}\b/g, (id, prefix: string) => {
      const known = ids.get(id) ?? `${prefix}-${ids.size}`;
      ids.set(id, known);
      return known;
    })
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{6}\+00)?/g, 'TIME');
}

test('the session of the documentation goes as it says', async (context) => {
  skipWithout(context, 'bash', 'jq');
  const { ready } = await serve(['--in-memory'], { env: home() });
  const env = await shellVariables({ HANGAR_URL: ready.url });
  const session = block('session');
  const commands = [...session.matchAll(/^\$ (.*)$/gm)].map(([, line = '']) => line);
  expect(commands.length).toBeGreaterThan(10);
  const quoted = (line: string): string => `'$ ${line.replaceAll("'", `'\\''`)}'`;
  const script = commands.map((line) => `echo ${quoted(line)}\n${line}`).join('\n');
  const { stdout } = spawnSync('bash', ['-c', `exec 2>&1\n${script}\n`], { env, encoding: 'utf8' });
  if (process.env['UPDATE_DOCS'] === '1')
    await writeFile(
      PAGE,
      readFileSync(PAGE, 'utf8').replace(session, () => stdout),
    );
  else expect(comparable(stdout)).toBe(comparable(session));
});

/** Words that are offered at the end of a command line. */
type Offered = (words: readonly string[]) => Promise<string[]>;

const bash: Offered = async (words) => {
  const script = `source <(hangar completion bash)
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
_hangar; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return outputOf('bash', ['-c', script, 'bash', ...words]);
};

/** Types a line into an interactive zsh and presses Tab twice, as a person does. */
const zsh: Offered = async (words) => {
  const script = `zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell 'PS1="<>"; source <(hangar completion zsh); zstyle ":completion:*" list-prompt ""; LISTMAX=1000; print READY'
# The prompt, and the mark that the line editor has taken over.
zpty -r shell output '*READY*<>*2004h'
zpty -w -n shell "$1"$'\\t\\t'
zpty -w shell $'\\x15print DO""NE'
zpty -r shell output '*DONE*'
print -r -- "$output"
zpty -d shell`;
  return outputOf('zsh', ['-f', '-c', script, 'zsh', words.join(' ')]);
};

async function outputOf(shell: string, args: readonly string[]): Promise<string[]> {
  const { stdout, stderr } = spawnSync(shell, args, { env: await shellVariables(), cwd: folder(), encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout.split(/\s+/).filter((word) => word !== '');
}

test('bash completes commands, second words, flags, choices and files', async (context) => {
  skipWithout(context, 'bash');
  await writeFile(join(folder(), 'hangar.json'), '{}');
  const firsts = [...new Set(Object.keys(ALL_COMMANDS).map((name) => name.split(' ')[0]))];
  expect(await bash(['hangar', ''])).toEqual([...firsts, '--help', '--version']);
  expect(await bash(['hangar', 'run'])).toEqual(['run', 'runbook', 'runs']);
  expect(await bash(['hangar', 'fault', ''])).toEqual(['add', 'remove']);
  expect(await bash(['hangar', 'checkpoint', 're'])).toEqual(['restore']);
  expect(await bash(['hangar', 'fault', 'add', 'tasks/ex'])).toEqual(['tasks/execute']);
  expect(await bash(['hangar', 'clock', ''])).toEqual(['advance', 'freeze', 'run']);
  expect(await bash(['hangar', 'fault', 'add', 'tasks/execute', '--ret'])).toEqual(['--retry-after']);
  expect(await bash(['hangar', 'logs', '--'])).toEqual(expect.arrayContaining(['--follow', '--json', '--url']));
  expect(await bash(['hangar', 'logs', '--'])).not.toContain('--env');
  expect(await bash(['hangar', 'completion', ''])).toEqual(['bash', 'zsh', 'fish', 'powershell']);
  expect(await bash(['hangar', 'workspace', 'check', 'han'])).toEqual(['hangar.json']);
  expect(await bash(['hangar', 'serve', '--workspace', 'han'])).toEqual(['hangar.json']);
  expect(await bash(['hangar', 'nothing', ''])).toEqual([]);
});

test('zsh completes commands and flags', async (context) => {
  skipWithout(context, 'zsh');
  expect(await zsh(['hangar', 'checkpoint', 're'])).toEqual(
    expect.arrayContaining([expect.stringContaining('restore')]),
  );
  expect(await zsh(['hangar', 'fault', 'add', 'x', '--ret'])).toEqual(
    expect.arrayContaining([expect.stringContaining('--retry-after')]),
  );
});

test('fish completes commands and flags', async (context) => {
  skipWithout(context, 'fish');
  const script = 'hangar completion fish | source; complete -C $argv[1]';
  expect(await outputOf('fish', ['-c', script, 'hangar checkpoint re'])).toContain('restore');
  expect(await outputOf('fish', ['-c', script, 'hangar fault add x --ret'])).toContain('--retry-after');
});

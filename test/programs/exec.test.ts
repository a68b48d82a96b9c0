import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { builtProgram } from '../support/built-program.ts';
import { skipWithout, toolNames } from '../support/needs.ts';
import { run, start } from '../support/program.ts';
import type { ToolName } from '../tools/registry.ts';

const { folder, home } = builtProgram();

/** Runs a piece of JavaScript as the command. */
function node(source: string): string[] {
  return ['--', process.execPath, '-e', source];
}

const EXECUTE_GREET = `
  fetch(process.env.HANGAR_URL + '/v0/tasks/execute', {
    method: 'POST',
    headers: { 'X-Service-API-Key': process.env.HANGAR_API_KEY },
    body: '{"slug":"greet"}',
  }).then((answer) => answer.json()).then(({ isCached }) => console.log(isCached))`;

test('the command finds URL and key, has standard output for itself, and nothing is written', async () => {
  const ended = await run(['exec', ...node(EXECUTE_GREET)], { env: home() });
  expect(ended).toMatchObject({ code: 0, stdout: 'false\n' });
  expect(ended.stderr).toMatch(/^Hangar is ready at http:\/\/127\.0\.0\.1:\d+ · .*\n$/);
  expect(await readdir(folder())).toEqual([]);
});

test('with --quiet nothing is printed but what the command prints', async () => {
  const ended = await run(['exec', '--quiet', ...node('console.error(1)')], { env: home() });
  expect(ended).toEqual({ code: 0, signal: null, stdout: '', stderr: '1\n' });
});

test('with --data the state is kept', async () => {
  const data = join(folder(), 'data');
  await run(['exec', '--data', data, ...node(EXECUTE_GREET)], { env: home() });
  const COUNT = `
    fetch(process.env.HANGAR_URL + '/v0/runs/list', { headers: { 'X-Service-API-Key': process.env.HANGAR_API_KEY } })
      .then((answer) => answer.json()).then(({ runs }) => console.log(runs.length))`;
  expect(await run(['exec', '--data', data, ...node(COUNT)], { env: home() })).toMatchObject({
    code: 0,
    stdout: '1\n',
  });
});

test('a given key and port are the command’s', async () => {
  const args = ['exec', '--api-key', 'tkn_mine', ...node('console.log(process.env.HANGAR_API_KEY)')];
  expect(await run(args, { env: home() })).toMatchObject({ code: 0, stdout: 'tkn_mine\n' });
});

test('standard input goes to the command', async () => {
  const args = ['exec', ...node('process.stdin.pipe(process.stdout)')];
  expect(await run(args, { env: home(), input: 'some text' })).toMatchObject({ code: 0, stdout: 'some text' });
});

test.for<[what: string, args: string[], code: number, tools: readonly ToolName[]]>([
  ['its exit code', node('process.exit(7)'), 7, toolNames()],
  ['128 and the signal that ended it', node('process.kill(process.pid, "SIGKILL")'), 137, toolNames('POSIX')],
  ['127 for a command that there is not', ['--', 'no-such-command-anywhere', '--flag'], 127, toolNames()],
])('gives %s', async ([, args, code, tools], context) => {
  skipWithout(context, ...tools);
  expect((await run(['exec', '--quiet', ...args], { env: home() })).code).toBe(code);
});

test('names a command that there is not in one line', async () => {
  const ended = await run(['exec', '--quiet', '--', 'no-such-command-anywhere'], { env: home() });
  expect(ended.stderr).toBe('hangar exec: no-such-command-anywhere: command not found\n');
});

test('does not start the command when Hangar cannot start', async () => {
  const file = join(folder(), 'broken.json');
  await writeFile(file, '{');
  const args = ['exec', '--workspace', file, ...node('console.log("started")')];
  expect(await run(args, { env: home() })).toMatchObject({ code: 2, stdout: '' });
});

test.for<[NodeJS.Signals, number]>([
  ['SIGTERM', 42],
  ['SIGINT', 42],
])('passes %s on and gives what the command makes of it', async ([signal, code], context) => {
  skipWithout(context, 'POSIX');
  const source = `process.on('${signal}', () => process.exit(42)); setInterval(() => {}, 1000); console.log('waiting')`;
  const program = start(['exec', '--quiet', ...node(source)], { env: home() });
  await once(program.child.stdout!, 'data');
  program.child.kill(signal);
  expect(await program.ended).toMatchObject({ code, stdout: 'waiting\n' });
});

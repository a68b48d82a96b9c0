import { describe, expect, test } from 'vitest';
import { builtProgram } from '../../support/built-program.ts';
import { needs, skipWithout } from '../../support/needs.ts';
import { run, serve } from '../../support/program.ts';

const { folder, home } = builtProgram();

/** Gives a program a standard output that fails as a full disk does. */
const fullDisk = { before: ['sh', '-c', 'exec "$0" "$@" > /dev/full'] };
/** Gives a program a reader that has gone. */
const noReader = { before: ['sh', '-c', '{ "$0" "$@"; echo "exit code $?" >&2; } | true'] };

/** A request of an agent, which is answered at once. */
const PING = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })}\n`;

const LOST = 'hangar: standard output cannot be written: ENOSPC: no space left on device, write\n';

describe('standard output that cannot be written', () => {
  needs('Linux', 'POSIX');

  test.each(['--help', '--version', 'schema', 'completion bash', 'workspace check --help'])(
    'ends a program that prints with one line and exit code 1: %s',
    async (line) => {
      const { code, stderr } = await run(line.split(' '), { ...fullDisk, env: home() });
      expect([code, stderr]).toEqual([1, LOST]);
    },
  );

  test.each(['runs', 'runs --json', 'logs RUN --follow', 'traffic', 'get RUN'])(
    'ends a command with one line and exit code 1: %s',
    async (line) => {
      const { ready } = await serve(['--data', folder()]);
      const args = ['--url', ready.url];
      const runID = (await run(['run', 'greet', ...args])).stdout.trim();
      const words = line.split(' ').map((word) => (word === 'RUN' ? runID : word));
      const { code, stderr } = await run([...words, ...args], fullDisk);
      expect([code, stderr]).toEqual([1, LOST]);
    },
  );

  test('ends a program that answers an agent with one line and exit code 1', async () => {
    const { code, stderr } = await run(['mcp'], { ...fullDisk, env: home(), input: PING });
    expect([code, stderr]).toEqual([1, LOST]);
  });

  test('ends a server whose ready line is lost', async () => {
    const { code, stderr } = await run(['serve', '--port', '0', '--data', folder()], { ...fullDisk, env: home() });
    expect([code, stderr]).toEqual([1, LOST]);
  });
});

test.for(['--help', 'schema', 'mcp'])('a reader that has gone is no error: %s', async (line, context) => {
  skipWithout(context, 'POSIX');
  const { stderr } = await run(line.split(' '), { ...noReader, env: home(), input: PING });
  expect(stderr).toBe('exit code 0\n');
});

import { expect, test } from 'vitest';
import { builtProgram } from '../../support/built-program.ts';
import { freePort } from '../../support/free-port.ts';
import { needs } from '../../support/needs.ts';
import { run, serve } from '../../support/program.ts';

needs('PID namespaces', 'user namespaces');

const { folder } = builtProgram();

/** Somebody whom the system does not know, and who has no variable that says where home is. */
const homeless = {
  before: [
    'unshare',
    '--user',
    '--map-user=12345',
    'env',
    '-u',
    'HOME',
    '-u',
    'XDG_CONFIG_HOME',
    '-u',
    'XDG_CACHE_HOME',
  ],
};

test.each(['--help', '--version', 'schema', 'completion bash', 'fault --help'])(
  'a user without a home is shown what needs none: %s',
  async (line) => {
    const { code, stderr } = await run(line.split(' '), homeless);
    expect([code, stderr]).toEqual([0, '']);
  },
);

test('a user without a home starts Hangar in memory, executes there and stops it', async () => {
  const { ready, stop } = await serve(['--in-memory'], homeless);
  const { code, stderr } = await run(['run', 'greet', '--wait', '--url', ready.url], homeless);
  expect([code, stderr, (await stop()).code]).toEqual([0, '', 0]);
});

test('a user without a home keeps the data in a folder of choice, where commands find it', async () => {
  const { stop } = await serve(['--data', folder()], homeless);
  const { code, stderr } = await run(['runs', '--data', folder()], homeless);
  expect([code, stderr, (await stop()).code]).toEqual([0, '', 0]);
});

test('a user without a home runs a suite', async () => {
  expect(await run(['exec', '--quiet', '--', 'true'], homeless)).toMatchObject({ code: 0, stderr: '' });
});

test('a server without a home says what it needs one for', async () => {
  const { code, stderr } = await run(['serve', '--port', String(await freePort())], homeless);
  expect([code, stderr]).toEqual([
    1,
    'hangar: you have no home folder, where the data is kept; name a folder with --data, keep nothing with --in-memory, or set HOME\n',
  ]);
});

test('a command without a home looks on the default port only', async () => {
  const { code, stderr } = await run(['clock'], homeless);
  expect([code, stderr]).toEqual([
    7,
    'hangar: no Hangar runs on this machine, on port 4100; start one with hangar serve, or name one with --url\n',
  ]);
});

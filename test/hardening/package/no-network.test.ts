import { afterAll, beforeAll, expect, test } from 'vitest';
import { needs } from '../../support/needs.ts';
import { installedProject, type Project } from './support/installed.ts';

needs('POSIX', 'PID namespaces', 'private network', 'curl');

let project: Project;
beforeAll(async () => {
  project = await installedProject();
});
afterAll(() => project.remove());

/** Prints how many packets had no way out so far, and how many datagrams nobody on this machine wanted, such as questions to a name server. */
const COUNT = `awk '/^Ip: [0-9]/ { print "no route", $13 } /^Udp: [0-9]/ { print "unwanted", $3 }' /proc/net/snmp`;
/** Script of somebody who uses Hangar: the window, the pages, a task, a command of a client, a suite of the library. */
const USE = `
npx hangar exec --quiet -- sh -euc '
  curl -fsS "$HANGAR_URL/" "$HANGAR_URL/docs/" > /dev/null
  curl -fsS "$HANGAR_URL/v0/tasks/execute" -H "X-Service-API-Key: $HANGAR_API_KEY" -d "{\\"slug\\":\\"greet\\"}"
  npx hangar wait settled
  npx hangar runs
  npx hangar findings'
node -e 'import("hangar").then(async ({ startEmulator }) => (await startEmulator({ workspace: { version: 1 } })).stop())'`;

/** Runs a script in a network of its own, which has no interface but loopback. */
async function isolated(script: string): Promise<string> {
  await project.write({ 'isolated.sh': `set -eu\nip link set lo up\n${script}\n${COUNT}\n` });
  return (await project.run('unshare', '--map-root-user', '--net', 'sh', 'isolated.sh')).stdout;
}

test('Hangar works without a network, and tries to reach none', async () => {
  const said = await isolated(USE);
  expect(said).toContain('{"runID":"run2');
  expect(said).toMatch(/greet/);
  expect(said).toMatch(/no route 0\nunwanted 0\n$/);
});

test('an attempt to reach another machine would be counted', async () => {
  const said = await isolated(`node -e 'fetch("http://192.0.2.1/").catch(() => {})'`);
  expect(said).toMatch(/no route [1-9]/);
});

// Run within a network namespace of its own: starts the packaged application twice on an empty home, uses it, and prints what
// came of that and how many packets left for elsewhere.
/* oxlint-disable tests/asks-for-tools -- the test that starts it asks for network namespaces */
import { execFileSync, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { browserOf } from './debugging.ts';
import { clientOf } from '../../support/program.ts';
import { until } from '../../support/until.ts';
import { KEY } from './driver.ts';
import type { Program } from './processes.ts';

/** Interface for traffic to other machines, where no one listens. */
const WAY_OUT = 'hangarout';

/** Only loopback, or also a way out that leads nowhere and counts what is sent there. */
const { program, isWatched } = JSON.parse(process.argv[2] ?? '') as { program: Program; isWatched: boolean };

function ip(...args: string[]): void {
  execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'inherit'] });
}

function makeNetwork(): void {
  ip('link', 'set', 'lo', 'up');
  if (!isWatched) return;
  ip('link', 'add', 'name', WAY_OUT, 'type', 'veth', 'peer', 'name', `${WAY_OUT}2`);
  // The kernel itself would speak to neighbours over IPv6.
  for (const name of [WAY_OUT, `${WAY_OUT}2`]) writeFileSync(`/proc/sys/net/ipv6/conf/${name}/disable_ipv6`, '1');
  ip('address', 'add', '192.0.2.2/24', 'dev', WAY_OUT);
  ip('link', 'set', WAY_OUT, 'up');
  ip('link', 'set', `${WAY_OUT}2`, 'up');
  ip('route', 'add', 'default', 'via', '192.0.2.1', 'dev', WAY_OUT);
}

function packetsOut(): number {
  const line = readFileSync('/proc/net/dev', 'utf8')
    .split('\n')
    .find((text) => text.trim().startsWith(`${WAY_OUT}:`));
  return Number(line?.split(':')[1]?.trim().split(/\s+/)[9] ?? 0);
}

/** Shows that the counter counts: a packet for a machine elsewhere. */
async function knock(): Promise<void> {
  const socket = createSocket('udp4');
  await new Promise((sent) => socket.send('x', 9, '198.51.100.7', sent));
  socket.close();
}

/** Starts the application, visits its pages, does something, and ends it. */
async function use<Result>(act: (api: ReturnType<typeof clientOf>) => Promise<Result>) {
  const child = spawn(program.executable, ['--remote-debugging-port=0', ...program.args], { env: program.env });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const url = () => /Hangar is ready at (\S+)/.exec(printed)?.[1];
  while (url() === undefined) {
    if (child.exitCode !== null) throw new Error(printed);
    await sleep(50);
  }
  const browser = await browserOf({ child, printed: () => printed });
  const shown = () =>
    browser
      .contexts()
      .flatMap((context) => context.pages())
      .find((page) => page.url().startsWith('http'));
  const page = await until(shown);
  const titles: string[] = [];
  for (const place of ['overview', 'traffic', 'tasks', 'settings']) {
    await page.goto(`${url()!}/${place}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    titles.push((await page.title()).split(' ')[0] ?? '');
  }
  const result = await act(clientOf({ url: url()!, apiKey: KEY }));
  child.kill('SIGTERM');
  const [code] = (await once(child, 'exit')) as [number];
  await browser.close().catch(() => undefined);
  return { titles, result, code };
}

makeNetwork();
const first = await use(async ({ v0 }) => {
  const { runID } = await v0.tasks.execute({ body: { slug: 'greet' } });
  await until(async () => (await v0.runs.get({ query: { id: runID } })).status === 'Succeeded');
  return { runID, outputs: await v0.runs.getOutputs({ query: { id: runID } }) };
});
const second = await use(({ v0 }) => v0.runs.get({ query: { id: first.result.runID } }));
const sent = packetsOut();
await knock().catch(() => undefined);
await until(() => !isWatched || packetsOut() > sent);
process.stdout.write(
  JSON.stringify({
    first: { ...first, result: first.result.outputs },
    second: { ...second, result: second.result.status },
    sent,
    isCounting: packetsOut() > sent,
  }),
);
process.exit(0);

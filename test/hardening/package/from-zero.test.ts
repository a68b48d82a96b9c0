import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { block } from '../../support/docs.ts';
import { freePort } from '../../support/free-port.ts';
import { needs } from '../../support/needs.ts';
import { type Printed } from './support/installed.ts';
import { published, type Published } from './support/published.ts';

needs('curl', 'POSIX');

let hangar: Published;
let folder: string;
let url: string;
beforeAll(async () => {
  hangar = await published();
  folder = await hangar.folder('refunds');
  url = `http://127.0.0.1:${await freePort()}`;
});
afterAll(() => hangar.close());

/** Lines of the page as they stand, but for the port: 4100 may be in use here. */
const lines = (name: string): string => block(`zero/${name}`).replaceAll('http://127.0.0.1:4100', url);
const shell = (...names: readonly string[]): Promise<Printed> =>
  hangar.run(folder, 'sh', '-euc', names.map(lines).join('\n'));
const save = (name: string): Promise<void> => writeFile(join(folder, name), lines(name));

describe('"From zero to a tested integration", from an empty folder', () => {
  test('installs a project and sees it work', async () => {
    await shell('project.sh');
    for (const name of ['hangar.json', 'refunds.js', 'refunds.test.js']) await save(name);
    const serve = lines('serve.sh').trim();
    const server = spawn('sh', ['-c', `exec ${serve} --port ${new URL(url).port}`], {
      ...{ cwd: folder, env: hangar.env, detached: true },
    });
    const ended = once(server, 'close');
    for await (const line of createInterface(server.stdout)) if (line.startsWith('Hangar is ready')) break;
    server.stdout.resume();
    try {
      expect((await shell('first-run.sh')).stdout).toBe(lines('first-output'));
      expect((await shell('first-run.sh', 'approve.sh')).stdout).toBe(lines('first-output') + lines('approve-output'));
    } finally {
      process.kill(-(server.pid ?? 0), 'SIGTERM');
      await ended;
    }
  });

  test('the tests find that a lost answer is not survived, and pass once it is', async () => {
    const failed = await hangar.run(folder, 'sh', '-uc', `${lines('test.sh').trim()} || true`);
    expect(failed.stdout.match(/^(?:not )?ok .*$/gm)).toEqual([
      'ok 1 - a small refund is paid at once',
      'ok 2 - a large refund waits for a reason',
      'not ok 3 - a refund is paid once though the first answer is lost',
      'ok 4 - a refund that is cancelled is an error',
    ]);
    const program = await readFile(join(folder, 'refunds.js'), 'utf8');
    const executing = program.split('\n').filter((line) => line.includes("call('/v0/tasks/execute'"));
    expect(executing).toHaveLength(1);
    await writeFile(join(folder, 'refunds.js'), program.replace(`${executing.join('')}\n`, lines('retry.js')));
    expect((await shell('test.sh')).stdout).toMatch(/^# pass 4\n# fail 0$/m);
  });

  test('hangar exec finds no mistake', async () => {
    expect((await shell('exec.sh')).stdout).toMatch(/^# pass 4$/m);
  });

  test('hangar explore finds none either, but one in the program without a key', async () => {
    expect((await shell('explore.sh')).stdout).toMatch(
      /^Explored \d+ schedules of \d+ calls[^]*^Every invariant held: /m,
    );
    const program = await readFile(join(folder, 'refunds.js'), 'utf8');
    await writeFile(join(folder, 'refunds.js'), program.replace(/, headers: .*randomUUID\(\) }/, ''));
    const { stdout } = await hangar.run(folder, 'sh', '-uc', `${lines('explore.sh').trim()} || true`);
    expect(stdout).toContain('refund succeeded twice for order_id "AB5"');
  });
});

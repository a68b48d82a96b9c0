import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { skipWithout } from '../../support/needs.ts';
import type { ToolName } from '../../tools/registry.ts';
import { toolPath } from '../../tools/tools.ts';
import { type Printed, ROOT } from './support/installed.ts';
import { published, type Published } from './support/published.ts';

const EXAMPLES = join(ROOT, 'examples');

let hangar: Published;
beforeAll(async () => {
  hangar = await published();
});
afterAll(() => hangar.close());

interface Works {
  /** Output that shows that it works. */
  readonly says: RegExp;
  readonly needs?: readonly ToolName[];
  /** A further command, shorter than as the README has it. */
  readonly also?: string;
}

/** The examples that end by themselves. One without a row here fails. */
const WORKS: Readonly<Record<string, Works>> = {
  'node-service': {
    says: /Tests\D+4 passed \(4\)[^]*Every invariant held/,
    also: "npx hangar explore --trials 3 --workspace hangar.json --invariant 'once refund per order_id' -- node job.js",
  },
  'python-worker': { says: /3 passed/, needs: ['python3', 'pytest'] },
  'webhook-receiver': { says: /^# pass 2\n# fail 0$/m },
  'github-workflow': { says: /^# pass 1\n# fail 0$/m },
};
/** The examples that serve until they are stopped. */
const SERVING = ['browser-page', 'repository'];

/** The commands of the first block of an example's README: two, each a line. */
async function commandsOf(name: string): Promise<string[]> {
  const text = await readFile(join(EXAMPLES, name, 'README.md'), 'utf8');
  return (/```sh\n([^]*?)```/.exec(text)?.[1] ?? '').trim().split('\n');
}

/** Copies an example to an empty folder, as somebody does who wants to try it. */
async function copied(name: string): Promise<string> {
  const folder = await hangar.folder(name);
  await cp(join(EXAMPLES, name), folder, { recursive: true });
  return folder;
}

function shell(folder: string, line: string): Promise<Printed> {
  // The registry here has one version of each package, so that optional peers of others do not fit.
  return hangar.run(folder, 'env', 'NO_COLOR=1', 'npm_config_legacy_peer_deps=true', 'sh', '-euc', line);
}

describe('the examples', () => {
  test('are those that are run here, in a table of their README', async () => {
    const entries = await readdir(EXAMPLES, { withFileTypes: true });
    const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    expect(names.toSorted()).toEqual([...Object.keys(WORKS), ...SERVING].toSorted());
    const overview = await readFile(join(EXAMPLES, 'README.md'), 'utf8');
    for (const name of names) expect(overview).toContain(`[${name}](${name}/README.md)`);
  });

  test.for(Object.entries(WORKS))(
    '%s works by its two commands, from the packed release',
    async ([name, { says, needs = [], also = '' }], context) => {
      skipWithout(context, 'POSIX', ...needs);
      const folder = await copied(name);
      const commands = await commandsOf(name);
      expect(commands).toHaveLength(2);
      let said = '';
      for (const line of [...commands, also]) said += (await shell(folder, line)).stdout;
      expect(said).toMatch(says);
      expect(await readFile(join(EXAMPLES, name, 'README.md'), 'utf8')).toContain('\n## In the window\n');
    },
  );

  test('repository serves thirty definition files, and runs one of their tasks', async () => {
    const folder = await copied('repository');
    const [install = '', serve = ''] = await commandsOf('repository');
    await shell(folder, install);
    // `exec` instead of `serve`, which goes on until it is stopped.
    const flags = serve.replace('npx hangar serve --in-memory', '');
    expect(flags).not.toBe(serve);
    const client = 'npx hangar definitions && npx hangar run greet name=Ada --wait';
    const { stdout } = await shell(folder, `npx --yes hangar exec --quiet ${flags} -- sh -c '${client}'`);
    expect(stdout).toMatch(/greet/);
    expect(stdout).toContain('Ada');
  });

  test('browser-page refunds from a page in a browser', async (context) => {
    skipWithout(context, 'POSIX', 'browser');
    const folder = await copied('browser-page');
    // Other programs may use the port.
    const origin = `http://localhost:${await freePort()}`;
    for (const file of ['package.json', 'server.js']) {
      const text = await readFile(join(folder, file), 'utf8');
      await writeFile(
        join(folder, file),
        text.replaceAll('http://localhost:3000', origin).replace('3000', new URL(origin).port),
      );
    }
    const [install = '', start = ''] = await commandsOf('browser-page');
    await shell(folder, install);
    const program = spawn('sh', ['-c', `exec ${start}`], { cwd: folder, env: hangar.env, detached: true });
    const ended = once(program, 'close');
    const browser = await chromium.launch({ executablePath: toolPath('browser') ?? '', args: ['--no-sandbox'] });
    try {
      for await (const line of createInterface(program.stdout)) if (line.startsWith('Page: ')) break;
      program.stdout.resume();
      const page = await browser.newPage();
      await page.goto(origin);
      await page.getByRole('button', { name: 'Refund' }).click();
      await page.getByRole('status').getByText('Refunded 40').waitFor();
    } finally {
      await browser.close();
      process.kill(-(program.pid ?? 0), 'SIGINT');
      await ended;
    }
  });
});

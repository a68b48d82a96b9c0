import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureBuilt } from '../build/ensure-built.mjs';
import { EXIT_CODES } from '../electron/host/start-error.ts';
import { FLAGS } from '../electron/options/flags.ts';
import { flagsMarkdown } from '../electron/options/help.ts';
import { DECISIONS } from '../shared/contract/decisions.ts';
import { emulator } from '../shared/contract/emulator/index.ts';
import { endpointsOf } from '../shared/http/endpoint.ts';
import { Workspace } from '../shared/model/workspace.ts';
import { endAll, serve } from './support/program.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const file = join(root, 'README.md');

/** The parts of the README that say again what stands in the code, by name. */
const GENERATED: Readonly<Record<string, string>> = {
  flags: flagsMarkdown(FLAGS),
  'exit-codes': table(
    ['code', 'meaning'],
    Object.values(EXIT_CODES).map(({ code, meaning }) => [String(code), meaning]),
  ),
  emulator: table(
    ['request', ''],
    [...endpointsOf(emulator)].map(({ endpoint }) => [`\`${endpoint.method} ${endpoint.path}\``, endpoint.summary]),
  ),
  decisions: table(
    ['name', 'rule'],
    Object.entries(DECISIONS).map(([name, rule]) => [`\`${name}\``, rule]),
  ),
};

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** The README with its generated parts as they should be. */
async function expectedReadme(text: string): Promise<string> {
  const filled = text.replace(
    /(<!-- generated: ([\w-]+) -->)[^]*?(<!-- \/generated -->)/g,
    (_, start: string, name: string, end: string) => `${start}\n\n${GENERATED[name] ?? 'unknown'}\n\n${end}`,
  );
  return format(filled, { ...(await resolveConfig(file)), parser: 'markdown' });
}

describe('the README', () => {
  test('says what the code says of flags, exit codes, endpoints and decisions', async () => {
    const text = await readFile(file, 'utf8');
    const expected = await expectedReadme(text);
    if (process.env['UPDATE_README'] === '1') await writeFile(file, expected);
    else expect(text).toBe(expected);
  });

  test('has every generated part once', async () => {
    const text = await readFile(file, 'utf8');
    const found = [...text.matchAll(/<!-- generated: ([\w-]+) -->/g)].map((match) => match[1]);
    expect(found.toSorted()).toEqual(Object.keys(GENERATED).toSorted());
  });
});

/** The fenced block of the README that bears a tag behind its language. */
async function block(tag: string): Promise<string> {
  const found = new RegExp(`^\`\`\`\\w+ ${tag}\\n([^]*?)^\`\`\``, 'm').exec(await readFile(file, 'utf8'))?.[1];
  if (found === undefined) throw new Error(`the README has no block "${tag}"`);
  return found;
}

describe('what the README tells to do', () => {
  beforeAll(() => ensureBuilt(), 240_000);
  afterAll(endAll);

  test.each([
    ['first-request', 'first-answer'],
    ['first-prompt', 'first-prompt-answer'],
  ])('%s: the lines for the shell give what it says', async (lines, answer) => {
    const { ready } = await serve(['--in-memory', '--api-key', 'tkn_local']);
    // As they stand, but for the port: 4100 may be in use here.
    const script = (await block(lines)).replaceAll('http://127.0.0.1:4100', ready.url);
    const { stdout } = await promisify(execFile)('sh', ['-euc', script]);
    expect(JSON.parse(stdout)).toEqual(JSON.parse(await block(answer)));
  });

  test('the workspace loads as it stands', async () => {
    expect(Workspace.safeParse(JSON.parse(await block('workspace'))).error).toBeUndefined();
  });

  test('the example for vitest passes', async () => {
    await mkdir(join(root, 'test-results'), { recursive: true });
    const folder = await mkdtemp(join(root, 'test-results', 'readme-'));
    const alias = JSON.stringify({ hangar: join(root, 'out/main/library.js') });
    await writeFile(join(folder, 'vitest.config.js'), `export default { resolve: { alias: ${alias} } };`);
    await writeFile(join(folder, 'example.test.ts'), await block('vitest-example'));
    const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder];
    const { stdout } = await promisify(execFile)(process.execPath, vitest, {
      cwd: folder,
      env: { ...process.env, NO_COLOR: '1' },
    });
    await rm(folder, { recursive: true });
    expect(stdout).toMatch(/Tests\D+1 passed/);
  });
});

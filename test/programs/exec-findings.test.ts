import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { builtProgram } from '../support/built-program.ts';
import { run } from '../support/program.ts';

const { folder, home } = builtProgram();

/** A command that ends with a code after it has sent requests with this prelude. */
const client = (source: string, code = 0): string[] => [
  '--',
  process.execPath,
  '--input-type=module',
  '-e',
  `const { HANGAR_URL: url, HANGAR_API_KEY: key } = process.env;
  const send = (path, body, base = url) => fetch(base + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'X-Service-API-Key': key, 'User-Agent': 'shop <1>' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).then((answer) => answer.json()).catch(() => undefined);
  ${source}
  process.exitCode = ${code};`,
];

const EXECUTES_TWICE = `
  await send('/_emulator/faults', { slug: 'lost', kind: 'lose', times: 1 });
  await send('/v0/tasks/execute', { slug: 'greet' });
  const { runID } = await send('/v0/tasks/execute', { slug: 'greet' });`;
const IGNORED = `await send('/v0/runs/list?limt=5');`;

describe('hangar exec --fail-on', () => {
  test.each([
    ['error', EXECUTES_TWICE, 0, 5],
    ['warning', EXECUTES_TWICE, 0, 5],
    ['warning', IGNORED, 0, 5],
    ['error', IGNORED, 0, 0],
    ['warning', '', 0, 0],
    ['warning', EXECUTES_TWICE, 7, 7],
  ])('%s: exits with the command’s code or 5', async (level, source, own, code) => {
    const ended = await run(['exec', '--quiet', '--fail-on', level, ...client(source, own)], { env: home() });
    expect({ code: ended.code, stdout: ended.stdout }).toEqual({ code, stdout: '' });
    if (source === EXECUTES_TWICE)
      expect(ended.stderr).toMatch(/^hangar exec: error executed-twice: .*Both were executed.* \[shop <1>\]$/m);
    if (source === '') expect(ended.stderr).toBe('');
  });

  test('includes sandboxes, also those that have ended', async () => {
    const source = `
      for (const mustEnd of [true, false]) {
        const { id, url: base } = await send('/_emulator/sandboxes', {});
        await send('/v0/runs/list?limt=' + mustEnd, undefined, base);
        if (mustEnd) await fetch(url + '/_emulator/sandboxes/' + id, { method: 'DELETE' });
      }`;
    const { code, stderr } = await run(['exec', '--quiet', '--fail-on', 'warning', ...client(source)], { env: home() });
    expect([code, stderr.match(/dropped-values/g)?.length]).toEqual([5, 2]);
  });

  test('takes no other level', async () => {
    const ended = await run(['exec', '--fail-on', 'info', ...client('')], { env: home() });
    expect(ended).toMatchObject({ code: 2, stderr: 'hangar: --fail-on must be error or warning, not "info"\n' });
  });
});

describe('hangar exec --report', () => {
  const report = async (ending: string): Promise<string> => {
    const file = join(folder(), `findings.${ending}`);
    const ended = await run(['exec', '--quiet', '--report', file, ...client(EXECUTES_TWICE)], { env: home() });
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    return readFile(file, 'utf8');
  };

  test('writes JSON', async () => {
    const { items } = JSON.parse(await report('json')) as { items: object[] };
    expect(items).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ rule: 'executed-twice', level: 'error', client: 'shop <1>' }),
        expect.objectContaining({ rule: 'unread-run', level: 'info' }),
      ]),
    );
  });

  test('writes JUnit XML with errors as failures and the rule as class', async () => {
    const xml = await report('xml');
    expect(xml).toMatch(/<testsuites tests="2" failures="1"/);
    expect(xml).toMatch(
      /classname="executed-twice" name="Executed twice: [^"]+"><failure message="[^"]+shop &lt;1&gt;/,
    );
    expect(xml).toMatch(/classname="unread-run" name="[^"]+"\/>/);
  });

  test('writes Markdown', async () => {
    expect(await report('md')).toMatch(/^# Findings\n\n## [^]+- Rule: `executed-twice \(error\)`\n/m);
  });

  test('takes no other ending', async () => {
    const ended = await run(['exec', '--report', 'findings.txt', ...client('')], { env: home() });
    expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining('--report must be a file that ends in') });
  });
});

import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROGRAM } from '../../support/program.ts';
import { needs } from '../../support/needs.ts';
import { until } from '../../support/until.ts';
import { LIMIT, Windows, windowsPath, type WindowsProgram } from '../../support/windows.ts';
import { lackOf, toolPath } from '../../tools/tools.ts';
import { freePort } from '../../support/free-port.ts';

/** The program on a Windows, of Wine: what differs from Linux there, tried by its front door. */

needs('wine', 'node.exe');

const TOOLS = ['wine', 'node.exe'] as const;
const KEY = 'tkn_windows';
const folder = mkdtempSync(join(tmpdir(), 'hangar-windows-'));
const node = toolPath('node.exe') ?? '';
const windows = new Windows(join(folder, 'wine'), { wine: toolPath('wine') ?? '', node });
const at = (...names: readonly string[]): string => join(folder, ...names);
const data = windowsPath(at('data'));
const workspace = at('workspace.json');

/** A script for Node that writes to a file again and again. */
const BEATS = `const fs = require('fs'); setInterval(() => fs.appendFileSync(process.argv[1], '.'), 50)`;

/**
 * A script for Node that opens a file for nobody else, as an antivirus does, replaces its text, and lets go after a time, or once
 * there is a file of a name.
 */
const HOLD = `const fs = require('fs');
const [file, text, end] = process.argv.slice(2);
const descriptor = fs.openSync(file, fs.constants.O_RDWR | 0x10000000);
if (text !== '') { fs.ftruncateSync(descriptor); fs.writeSync(descriptor, text, 0); }
console.log('held');
const began = Date.now();
const isOver = () => Date.now() - began >= Number(end) || fs.existsSync(end);
const timer = setInterval(() => {
  if (!isOver()) return;
  clearInterval(timer);
  fs.closeSync(descriptor);
}, 20);`;

/** A script with which node.exe, under the name curl.exe, does what curl does with the words of the first line. Wine refuses the
 * connections of its fetch. */
const CURL = `if (/curl\\.exe$/i.test(process.execPath)) {
  // Node takes the first word, the URL, for the path of a script.
  require('node:module').runMain = () => undefined;
  const [, script, ...rest] = process.argv;
  const url = 'http://' + script.split('http:\\\\')[1].replaceAll('\\\\', '/');
  const of = (flag) => rest[rest.indexOf(flag) + 1];
  const [name, value] = of('-H').split(': ');
  const request = require('node:http').request(url, { method: 'POST', headers: { [name]: value } }, (answer) =>
    answer.on('data', (text) => console.log(String(text))),
  );
  request.end(of('-d'));
}`;

const task = (slug: string, command: readonly string[], more: object = {}) => ({
  slug,
  behavior: { kind: 'command', command, ...more },
});
const definitions = (...more: readonly object[]): string =>
  JSON.stringify(
    {
      version: 1,
      tasks: [
        task('greet', ['.\\say.cmd', 'hello']),
        task('tool', ['tool', 'a b', 'c&d'], { env: { PATH: windowsPath(at('bin')), GIVEN: 'by the task' } }),
        task('missing', ['no_such_tool']),
        task('long', [windowsPath(node), '-e', BEATS, windowsPath(at('beats'))]),
        ...more,
      ],
    },
    null,
    2,
    // As an editor of Windows saves it.
  ).replaceAll('\n', '\r\n');

let url = '';
let port = 0;
let server: WindowsProgram;

async function call<Answer>(path: string, body?: object): Promise<Answer> {
  const headers = { 'X-Service-API-Key': KEY };
  const answer = await fetch(url + path, {
    ...{ headers, signal: AbortSignal.timeout(LIMIT) },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  return (await answer.json()) as Answer;
}

async function runOf(slug: string): Promise<string> {
  return (await call<{ runID: string }>('/v0/tasks/execute', { slug })).runID;
}

/** Waits for the end of a run; its status and log. */
async function endOf(runID: string): Promise<{ status: string; lines: string[] }> {
  const status = await until(async () => {
    const run = await call<{ status: string }>(`/v0/runs/get?id=${runID}`);
    return ['Succeeded', 'Failed', 'Cancelled'].includes(run.status) && run.status;
  });
  const { lines } = await call<{ lines: { text: string }[] }>(`/_emulator/runs/${runID}/logs`);
  return { status, lines: lines.map(({ text }) => text) };
}

const serve = (folderOfData = data): Promise<WindowsProgram> =>
  windows.serve(
    ...['--port', String(port), '--data', folderOfData, '--workspace', windowsPath(workspace), '--api-key', KEY],
  );

beforeAll(async () => {
  if (lackOf(...TOOLS) !== '') return;
  mkdirSync(at('bin'));
  writeFileSync(workspace, definitions());
  writeFileSync(at('say.cmd'), '@echo off\r\necho said %1\r\n');
  writeFileSync(at('bin', 'tool.cmd'), '@echo off\r\necho got %1 and %2, %GIVEN%\r\n');
  writeFileSync(at('hold.cjs'), HOLD);
  writeFileSync(at('curl.cjs'), CURL);
  await windows.install();
  port = await freePort();
  url = `http://127.0.0.1:${port}`;
  server = await serve();
});
afterAll(() => {
  windows.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

describe('on Windows', () => {
  test('the first line of a start runs as it was printed, in cmd', async () => {
    const { stdout } = server.printed();
    const [, line = ''] = /^Try it: {2}(.*?)\r?$/m.exec(stdout) ?? [];
    expect(stdout).toContain('In PowerShell:  Invoke-RestMethod ');
    copyFileSync(node, at('bin', 'curl.exe'));
    writeFileSync(at('first.cmd'), `@echo off\r\nset PATH=${windowsPath(at('bin'))};%PATH%\r\n${line}\r\n`);
    const variables = { NODE_OPTIONS: `--require ${windowsPath(at('curl.cjs')).replaceAll('\\', '/')}` };
    const words = ['cmd', '/d', '/c', windowsPath(at('first.cmd'))];
    const { stdout: answer, stderr } = await windows.start(words, { variables }).end();
    expect({ answer, stderr }).toEqual({ answer: expect.stringMatching(/"runID":"run\d{8}z/), stderr: '' });
  });

  test('a command may be a .cmd, by its name without the end, in a PATH of the task', async () => {
    expect(await endOf(await runOf('greet'))).toEqual({ status: 'Succeeded', lines: ['said "hello"'] });
    expect(await endOf(await runOf('tool'))).toEqual({
      status: 'Succeeded',
      lines: ['got "a b" and "c&d", by the task'],
    });
    const { status, lines } = await endOf(await runOf('missing'));
    expect([status, lines.at(-1)]).toEqual(['Failed', expect.stringContaining('"no_such_tool" was not found in any')]);
  });

  test('a cancelled command ends', async () => {
    const runID = await runOf('long');
    const beats = (): number => {
      try {
        return readFileSync(at('beats')).length;
      } catch {
        return 0;
      }
    };
    await until(() => beats() > 2);
    await call('/v0/runs/cancel', { runID });
    expect((await endOf(runID)).status).toBe('Cancelled');
    // It writes no more.
    await until(async () => {
      const before = beats();
      await new Promise((resolve) => setTimeout(resolve, 400));
      return beats() === before;
    });
  });

  test('a second start on the folder is refused at once, also by another spelling of its path', async () => {
    for (const spelling of [data, data.toUpperCase().replace('Z:', 'z:')]) {
      const { code, stderr } = await windows.hangar('serve', '--port', '0', '--data', spelling);
      expect({ code, stderr }).toEqual({
        code: 4,
        stderr: expect.stringContaining('is in use by another Hangar (pid '),
      });
      expect(stderr).not.toContain('cannot be seen from here');
    }
  });

  test('commands find the running Hangar by another spelling of its folder', async () => {
    const { code, stdout } = await windows.hangar('run', 'greet', '--wait', '--data', data.replace('data', 'DATA'));
    expect({ code, stdout }).toEqual({ code: 0, stdout: '{}\n' });
  });

  test('an edit of the workspace that another program holds for a while is taken when it lets go', async () => {
    const edited = definitions(task('edited', ['.\\say.cmd', 'edited']));
    const holder = windows.node([windowsPath(at('hold.cjs')), windowsPath(workspace), edited, windowsPath(at('go'))]);
    await until(async () => (await call<{ problem: string }>('/_emulator/workspace')).problem !== '');
    const { problem } = await call<{ problem: string }>('/_emulator/workspace');
    expect(problem).toMatch(/EBUSY|EPERM|EACCES/);
    writeFileSync(at('go'), '');
    await until(async () => (await call<{ problem: string }>('/_emulator/workspace')).problem === '');
    await holder.end();
    expect((await endOf(await runOf('edited'))).lines).toEqual(['said "edited"']);
  });

  test('a change is saved over a file that another program holds for some milliseconds', async () => {
    const holder = windows.node([windowsPath(at('hold.cjs')), windowsPath(workspace), '', '300']);
    await until(() => holder.printed().stdout.includes('held'));
    const answer = await call<{ slug?: string; error?: string }>(
      '/_emulator/tasks',
      task('saved', ['.\\say.cmd', 'saved']),
    );
    await holder.end();
    expect(answer).toMatchObject({ slug: 'saved' });
    expect(readFileSync(workspace, 'utf8')).toContain('"saved"');
    // The rest of the file has the line ends of its author.
    expect(readFileSync(workspace, 'utf8')).toContain('"version": 1,\r\n');
  });

  test('a start after a kill needs no wait, and hangar stop ends it cleanly', async () => {
    await server.kill();
    const again = await serve();
    expect(again.printed().stderr).not.toContain('cannot be seen from here');
    const runs = await call<{ runs: unknown[] }>('/v0/runs/list?limit=50');
    expect(runs.runs.length).toBeGreaterThan(3);
    const { code, stdout } = await windows.hangar('stop', '--data', data);
    expect({ code, stdout: stdout.trim() }).toEqual({ code: 0, stdout: `Stopped ${url}.` });
    expect((await again.end()).code).toBe(0);
  });

  test('the library serves in a program of its user', async () => {
    const library = `file:///${windowsPath(PROGRAM).replaceAll('\\', '/').replace('headless.js', 'library.js')}`;
    writeFileSync(
      at('suite.mjs'),
      `import { request } from 'node:http';
import { startEmulator } from ${JSON.stringify(library)};
const task = { slug: 'a', behavior: { kind: 'script', source: 'export default () => ({ on: process.platform });' } };
const hangar = await startEmulator({ workspace: { version: 1, tasks: [task] } });
const call = (path, body = '') =>
  new Promise((resolve) => {
    const options = { method: body === '' ? 'GET' : 'POST', headers: { 'X-Service-API-Key': hangar.apiKey } };
    request(hangar.url + path, options, async (answer) => resolve(JSON.parse((await answer.toArray()).join('')))).end(body);
  });
const { runID } = await call('/v0/tasks/execute', '{"slug":"a"}');
let run;
do run = await call('/v0/runs/get?id=' + runID); while (!run.succeededAt && !run.failedAt);
console.log(run.status, JSON.stringify(await call('/v0/runs/getOutputs?id=' + runID)));
await hangar.stop();
`,
    );
    const { code, stdout, stderr } = await windows.node([windowsPath(at('suite.mjs'))]).end();
    expect({ code, stdout: stdout.trim(), stderr }).toEqual({
      code: 0,
      stdout: 'Succeeded {"output":{"on":"win32"}}',
      stderr: '',
    });
  });
});

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { RunningEmulator } from '../../../electron/programs/library.ts';
import type { TrafficRow } from '../../../shared/contract/emulator/rows.ts';
import type { AuthoredFault } from '../../../shared/model/fault.ts';
import { ROOT } from '../package/support/installed.ts';
import { inProcess } from '../../support/in-process.ts';
import { needs, toolNames } from '../../support/needs.ts';
import type { ToolName } from '../../tools/registry.ts';

const { launch } = inProcess();
const run = promisify(execFile);

/** A client as a program, whose last line is the final status or the failure. */
interface RealClient {
  readonly program: string;
  readonly args: readonly string[];
  /** Tools that it needs; none for one that is always there. */
  readonly tools?: readonly ToolName[];
}

const NODE = ['--input-type=module', '-e'];
const REQUEST = `const { URL_OF: url, KEY: key } = process.env;
const headers = { 'X-Service-API-Key': 'tkn_local', 'Content-Type': 'application/json', ...(key && { 'Idempotency-Key': key }) };
const body = '{"slug":"quick"}';
const failed = (error) => console.log('failed', error.code ?? error.message);`;

const PYTHON = `
import os, requests
from requests.adapters import HTTPAdapter
from urllib3.util import Retry
headers = {'X-Service-API-Key': 'tkn_local'}
if os.environ['KEY']: headers['Idempotency-Key'] = os.environ['KEY']
session = requests.Session()
retry = Retry(total=8, backoff_factor=0.01, allowed_methods=None, status_forcelist=[429, 502, 503])
session.mount('http://', HTTPAdapter(max_retries=retry))
try:
    answer = session.post(os.environ['URL_OF'], json={'slug': 'quick'}, headers=headers)
    answer.json()
    print(answer.status_code)
except Exception as error:
    print('failed', type(error).__name__)
`;

const CURL = `
curl -s -w '\\n%{http_code}' --retry 8 --retry-delay 1 --retry-all-errors -X POST "$URL_OF" \\
  -H 'X-Service-API-Key: tkn_local' \${KEY:+-H "Idempotency-Key: $KEY"} -d '{"slug":"quick"}' || echo " failed $?"
`;

/** Real clients, whose own retry code is only set to retry POST, up to eight times, without long waits of its own. */
const CLIENTS: Readonly<Record<string, RealClient>> = {
  undici: {
    program: process.execPath,
    args: [
      ...NODE,
      `import { Agent, request, RetryAgent } from 'undici';
      ${REQUEST}
      const dispatcher = new RetryAgent(new Agent(), { methods: ['POST'], maxRetries: 8, minTimeout: 10, maxTimeout: 5000 });
      try {
        const answer = await request(url, { method: 'POST', headers, body, dispatcher });
        await answer.body.json();
        console.log(answer.statusCode);
      } catch (error) { failed(error); }
      await dispatcher.close();`,
    ],
  },
  got: {
    program: process.execPath,
    args: [
      ...NODE,
      `import got from 'got';
      ${REQUEST}
      // Without an answer it would wait for 1, 2, 4, 8 and 16 seconds.
      const calculateDelay = ({ computedValue, error }) => (error.response ? computedValue : Math.min(computedValue, 10));
      try {
        const answer = await got.post(url, { headers, body, retry: { limit: 8, methods: ['POST'], calculateDelay } });
        JSON.parse(answer.body);
        console.log(answer.statusCode);
      } catch (error) { failed(error); }`,
    ],
  },
  curl: { program: 'sh', args: ['-c', CURL], tools: toolNames('curl') },
  requests: { program: 'python3', args: ['-c', PYTHON], tools: toolNames('python3', 'requests') },
};

/** Serves with a fault; lets a client execute a task, and gives what it printed and what Hangar saw of it. */
async function tried({ program, args }: RealClient, fault: Omit<AuthoredFault, 'slug'>, key = '') {
  // A fault without its slug is still of one kind.
  const faults = [{ ...fault, slug: 'trouble', match: { operation: 'tasks/execute' } } as AuthoredFault];
  const apiKeys = [{ name: 'local', key: 'tkn_local' }];
  const emulator = await launch({ workspace: { version: 1, apiKeys, tasks: [{ slug: 'quick' }], faults } });
  const env = { ...process.env, URL_OF: `${emulator.url}/v0/tasks/execute`, KEY: key };
  const { stdout } = await run(program, [...args], { env, cwd: ROOT });
  const rows = (await read<{ entries: TrafficRow[] }>(emulator, '/_emulator/traffic')).entries
    .filter(({ path }) => path === '/v0/tasks/execute')
    .reverse();
  const { runs } = await read<{ runs: { id: string }[] }>(emulator, '/_emulator/runs');
  return {
    printed: stdout.trim().split('\n').at(-1),
    statuses: rows.map(({ status }) => status),
    rows,
    runs: runs.length,
    emulator,
  };
}

async function read<T>({ url }: RunningEmulator, path: string): Promise<T> {
  // The contract gives the path this type.
  return (await (await fetch(url + path)).json()) as T;
}

describe.each(Object.entries(CLIENTS))('%s, with its own retry code', (_, client) => {
  needs(...(client.tools ?? []));

  test('makes one run after a lost answer, by its idempotency key', async () => {
    const { printed, statuses, runs, rows, emulator } = await tried(client, { kind: 'lose', times: 1 }, 'once');
    expect([printed, statuses, runs, rows[1]?.replayOf]).toEqual(['200', [0, 200], 1, rows[0]?.id]);
    expect(emulator.findings.list()).toEqual([]);
  });

  test('waits as Retry-After says', async () => {
    // A retry that comes too early gets the error again. Two seconds are more than any of the clients would wait by itself.
    const fault = { kind: 'error', status: 429, retryAfterSeconds: 2, times: 1 } as const;
    const { printed, statuses, runs, emulator } = await tried(client, fault);
    expect([printed, statuses, runs]).toEqual(['200', [429, 200], 1]);
    expect(emulator.findings.list()).toEqual([]);
  });

  test('recovers after five refused connections', async () => {
    const { printed, statuses, runs, emulator } = await tried(client, { kind: 'refuse', times: 5 });
    expect([printed, statuses, runs]).toEqual(['200', [0, 0, 0, 0, 0, 200], 1]);
    // It may have reached the service: a client without a key cannot know.
    expect(emulator.findings.list().map(({ rule }) => rule)).toContain('retry-without-key');
  });

  test('retries a page of a proxy, for which nothing was executed', async () => {
    const fault = {
      kind: 'body',
      status: 502,
      contentType: 'text/html',
      text: '<h1>Bad gateway</h1>',
      times: 1,
    } as const;
    const { printed, statuses, runs } = await tried(client, fault);
    expect([printed, statuses, runs]).toEqual(['200', [502, 200], 1]);
  });

  test('does no harm to the state when an answer is cut short', async () => {
    const { printed, rows, runs, emulator } = await tried(client, { kind: 'truncate', times: 1 }, 'once');
    expect(printed).toMatch(/^200$|failed/);
    // However often it tried, the key stands for one run, and the server goes on.
    expect([runs, rows[0]?.fault?.kind, rows.slice(1).every(({ replayOf }) => replayOf === rows[0]?.id)]).toEqual([
      ...[1, 'truncate', true],
    ]);
    expect((await fetch(`${emulator.url}/_emulator/ready`)).status).toBe(200);
    expect(emulator.findings.list()).toEqual([]);
  });
});

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { needs } from '../../support/needs.ts';
import { steps } from '../../support/steps.ts';
import { toolPath } from '../../tools/tools.ts';
import { type Project, unpackedProject } from './support/installed.ts';

needs('jest');

let project: Project;
beforeAll(async () => {
  project = await unpackedProject();
}, 600_000);
afterAll(() => project.remove());

const WORKSPACE = {
  version: 1,
  tasks: [
    { slug: 'late', behavior: steps({ do: 'wait', seconds: 600 }, { do: 'output', value: { done: true } }) },
    { slug: 'script', behavior: { kind: 'script', source: 'export default () => ({ done: true });' } },
  ],
};

/** A suite whose timers are fake while an emulator works in the process of the suite. */
const SUITE = `
const { startEmulator } = require('hangar');
const { withHangar } = require('hangar/testing');

async function outputOf(hangar, slug) {
  const call = async (path, body) => {
    const headers = { 'X-Service-API-Key': hangar.apiKey };
    const answer = await fetch(hangar.url + path, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) });
    return answer.json();
  };
  const { runID } = await call('/v0/tasks/execute', { slug });
  if (slug === 'late') await hangar.clock.advance({ seconds: 600 });
  await hangar.waitFor({ for: 'run', runID });
  return (await call('/v0/runs/getOutputs?id=' + runID)).output;
}

let emulator;
afterEach(() => emulator?.stop());

test('an emulator starts, executes, keeps its own time and stops', async () => {
  jest.useFakeTimers({ now: new Date('2001-02-03T04:05:06Z') });
  emulator = await startEmulator({ workspace: 'hangar.json' });
  expect(await outputOf(emulator, 'late')).toEqual({ done: true });
  const before = Date.parse(emulator.clock.read().now);
  expect(await outputOf(emulator, 'script')).toEqual({ done: true });
  const passed = Date.parse(emulator.clock.read().now) - before;
  expect([new Date().getFullYear(), new Date(before).getFullYear() > 2001, passed > 2]).toEqual([2001, true, true]);
});

test('an emulator of hangar/testing works', async () => {
  jest.useFakeTimers();
  await withHangar(async (hangar) => expect(await outputOf(hangar, 'late')).toEqual({ done: true }))();
});
`;

test.each([
  ['when a test fakes them', {}],
  ['when all are fake from the beginning', { fakeTimers: { enableGlobally: true } }],
])('an emulator in a suite of Jest works with fake timers: %s', async (_when, settings) => {
  await project.write({
    'hangar.json': JSON.stringify(WORKSPACE),
    'hangar.test.js': SUITE,
    'jest.config.json': JSON.stringify({ testTimeout: 60_000, ...settings }),
  });
  // Jest writes its report to standard error, and rejects when a test fails.
  const { stderr } = await promisify(execFile)(process.execPath, [toolPath('jest') ?? '', '--ci', '--watchman=false'], {
    cwd: project.folder,
    env: project.env,
  });
  expect(stderr).toContain('Tests:       2 passed, 2 total');
});

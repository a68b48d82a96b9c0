import '../renderer/support/dom.ts';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startEmulator } from '../../electron/programs/library.ts';
import { exampleValues } from '../../renderer/core/forms/input-values.ts';
import { snippetsOf } from '../../renderer/features/overview/snippets.ts';
import { Task } from '../../shared/model/task.ts';
import type { AuthoredWorkspace } from '../../shared/model/workspace.ts';
import { needs, toolNames } from '../support/needs.ts';
import type { ToolName } from '../tools/registry.ts';

const run = promisify(execFile);

const task: NonNullable<AuthoredWorkspace['tasks']>[number] = {
  slug: 'every_type',
  behavior: {
    kind: 'steps',
    steps: [
      { do: 'wait', seconds: 0.5 },
      { do: 'output', value: { said: 'hello' } },
    ],
  },
  parameters: [
    { slug: 'text', name: "It's a text" },
    { slug: 'flag', type: 'boolean' },
    { slug: 'count', type: 'integer' },
    { slug: 'day', type: 'date' },
    { slug: 'list', type: 'float', multi: true },
    { slug: 'choice', constraints: { options: ["it's", 'b'] } },
    { slug: 'inner', type: 'object', params: [{ slug: 'a' }] },
    { slug: 'preset', default: 'd' },
    { slug: 'free', constraints: { optional: true } },
  ],
};

/** The languages of the snippets, each with the tool that runs it; none for one that is always there. */
const LANGUAGES: Readonly<Record<string, readonly ToolName[]>> = {
  curl: toolNames('curl', 'POSIX'),
  fetch: [],
  Python: toolNames('python3'),
};

/** The output of an unchanged snippet of the overview. */
async function printed(name: string): Promise<string> {
  const emulator = await startEmulator({ workspace: { version: 1, tasks: [task] } });
  onTestFinished(() => emulator.stop());
  const paramValues = exampleValues(Task.parse(task).parameters);
  const { url, apiKey } = emulator;
  const snippets = snippetsOf({ url, apiKey, slug: task.slug, paramValues });
  const text = snippets.find((snippet) => snippet.name === name)?.text ?? '';
  const programs: Record<string, [string, string[]]> = {
    curl: ['sh', ['-c', text]],
    fetch: [process.execPath, ['--input-type=module', '-e', text]],
    Python: ['python3', ['-c', text]],
  };
  const [program, args] = programs[name] ?? ['', []];
  const { stdout } = await run(program, args);
  expect(emulator.findings.list()).toEqual([]);
  return stdout;
}

describe.each(Object.entries(LANGUAGES))('the %s snippet of the overview', (name, tools) => {
  needs(...tools);

  test('works as it is', async () => {
    expect(await printed(name)).toMatch(/runID["']?: ?["']run\d{8}z/);
  });
});

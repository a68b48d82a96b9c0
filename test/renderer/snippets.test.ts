import './support/dom.ts';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { startEmulator } from '../../electron/library.ts';
import { exampleValues } from '../../renderer/core/forms/example-values.ts';
import { snippetsOf } from '../../renderer/features/overview/snippets.ts';
import { Task } from '../../shared/model/task.ts';

const run = promisify(execFile);

const task = {
  slug: 'every_type',
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
} as const;

test.each(['curl', 'fetch', 'Python'])('the %s snippet of the overview works as it is', async (name) => {
  const authored = structuredClone(task) as unknown as typeof task & { parameters: never[] };
  const emulator = await startEmulator({ workspace: { version: 1, tasks: [authored] } });
  onTestFinished(() => emulator.stop());
  const paramValues = exampleValues(Task.parse(authored).parameters);
  const snippets = snippetsOf({ url: emulator.url, apiKey: emulator.apiKey, slug: task.slug, paramValues });
  const text = snippets.find((snippet) => snippet.name === name)?.text ?? '';
  const programs: Record<string, [string, string[]]> = {
    curl: ['sh', ['-c', text]],
    fetch: [process.execPath, ['--input-type=module', '-e', text]],
    Python: ['python3', ['-c', text]],
  };
  const [program, args] = programs[name] ?? ['', []];
  const { stdout } = await run(program, args);
  expect(stdout).toMatch(/runID["']?: ?["']run\d{8}z/);
});

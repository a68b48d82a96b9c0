import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../shared/values/json.ts';
import type { AuthoredTask } from '../../shared/model/task.ts';
import { folderWith } from '../support/behaviors.ts';
import { COMPILER } from '../support/compiler.ts';
import { blocksOf } from '../support/docs.ts';
import { startLive, type Live } from '../support/live.ts';
import { needs } from '../support/needs.ts';
import { until } from '../support/until.ts';
import { toolOf, toolsIn } from '../tools/programs.mjs';
import type { ToolName } from '../tools/registry.ts';

/** A documented run of the task above it, or of a named task. */
interface ExampleRun {
  readonly task?: string;
  readonly paramValues?: JsonObject;
  readonly answers?: readonly JsonObject[];
  readonly output: JsonObject;
  readonly log: readonly string[];
}

const tasks: AuthoredTask[] = [];
const files: Record<string, string> = {};
const runs: [string, ExampleRun][] = [];
for (const { language, tag, text } of blocksOf('docs/behaviors.md')) {
  if (language !== 'json') files[tag] = text;
  else if (tag === 'task') tasks.push(JSON.parse(text) as AuthoredTask);
  else if (tag === 'run') {
    const run = JSON.parse(text) as ExampleRun;
    runs.push([run.task ?? tasks.at(-1)?.slug ?? '', run]);
  }
}

/** Tools that the command of a task starts. */
function toolsOf(slug: string): readonly ToolName[] {
  const behavior = tasks.find((task) => task.slug === slug)?.behavior;
  if (behavior?.kind !== 'command') return [];
  const tool = toolOf(behavior.command[0] ?? '');
  return tool === undefined ? toolsIn(behavior.command.join(' ')) : [tool];
}

describe('the examples of docs/behaviors.md', () => {
  let live: Live;
  beforeAll(async () => {
    const folder = folderWith({ ...files, 'workspace.json': JSON.stringify({ version: 1, tasks }) });
    live = await startLive(join(folder, 'workspace.json'));
  });
  afterAll(() => live.emulator.stop());

  test('include each kind of behavior', () => {
    const kinds = runs.map(([slug]) => tasks.find((task) => task.slug === slug)?.behavior?.kind);
    expect([...new Set(kinds)].sort()).toEqual(['command', 'script', 'steps']);
  });

  describe.each(runs)('%s', (slug, { paramValues = {}, answers = [], output, log }) => {
    needs(...toolsOf(slug));

    test('gives what they say', async () => {
      const runID = await live.start(slug, paramValues);
      for (const values of answers) await answer(runID, values);
      const ended = await live.ended(runID);
      // Two streams of a program may reach the log in either order.
      expect({ ...ended, lines: ended.lines.toSorted() }).toEqual({ status: 'Succeeded', output, lines: log });
    });
  });

  test('lead to no finding about their client', async () => {
    expect((await live.api.emulator.findings.list()).items).toEqual([]);
  });

  test('are accepted by a compiler with the types of hangar/script', () => {
    const root = fileURLToPath(new URL('../..', import.meta.url));
    const compilerOptions = {
      ...{ strict: true, noEmit: true, allowImportingTsExtensions: true, target: 'ES2023', module: 'ESNext' },
      ...{ moduleResolution: 'Bundler', types: ['node'], typeRoots: [join(root, 'node_modules/@types')] },
      paths: { 'hangar/script': [join(root, 'shared/script-context.d.ts')] },
    };
    const sources = Object.fromEntries(Object.entries(files).filter(([name]) => name.endsWith('.ts')));
    const folder = folderWith({ ...sources, 'tsconfig.json': JSON.stringify({ compilerOptions, include: ['*.ts'] }) });
    const { stdout } = spawnSync(process.execPath, [...COMPILER, '-p', folder], { encoding: 'utf8' });
    expect({ stdout, files: Object.keys(sources) }).toEqual({ stdout: '', files: ['refund.ts', 'money.ts'] });
  });

  async function answer(runID: string, values: JsonObject): Promise<void> {
    const { prompts } = live.api.v0;
    const prompt = await until(async () =>
      (await prompts.list({ query: { runID } })).prompts.find(({ submittedAt }) => submittedAt === null),
    );
    await prompts.submit({ body: { id: prompt.id, values } });
  }
});

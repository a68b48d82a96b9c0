import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMPILER, WITHOUT_LANGUAGE } from '../../support/compiler.ts';
import { block } from '../../support/docs.ts';
import { readSource } from '../../support/source-file.ts';
import { type Project, ROOT, unpackedProject } from './support/installed.ts';

const OLDER_COMPILER = [join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'), WITHOUT_LANGUAGE];

/** A test suite that uses the types. Lines under `@ts-expect-error` must not compile, which fails when a type is `any`. */
const SUITE = `
import { startEmulator, type AuthoredTask, type AuthoredWorkspace, type RunningEmulator, type Sandbox, type StartOptions, type Workspace } from 'hangar';
import type { Script, ScriptContext } from 'hangar/script';
import { openHangar, withHangar, type Hangar } from 'hangar/testing';
import type { FaultItem } from 'hangar';

type IsAny<T> = 0 extends 1 & T ? true : false;
export const none: [
  IsAny<typeof startEmulator>, IsAny<StartOptions>, IsAny<StartOptions['workspace']>, IsAny<RunningEmulator>, IsAny<Workspace>,
  IsAny<Workspace['tasks'][number]['behavior']>, IsAny<AuthoredWorkspace>, IsAny<AuthoredTask>, IsAny<Script>, IsAny<ScriptContext>,
  IsAny<ScriptContext['prompt']>, IsAny<Awaited<ReturnType<ScriptContext['execute']>>>,
] = [false, false, false, false, false, false, false, false, false, false, false, false];

export async function use(): Promise<string> {
  const hangar = await startEmulator({
    workspace: {
      version: 1,
      tasks: [
        { slug: 'ask', behavior: { kind: 'steps', steps: [{ do: 'prompt', parameters: [{ slug: 'why', type: 'string' }], as: 'it' }] } },
        { slug: 'work', webhooks: ['paid'], behavior: { kind: 'command', command: ['true'] } },
      ],
      settings: { rateLimit: { requests: 10, seconds: 1 } },
    },
    onMessage: (line) => console.log(line.length),
  });
  await hangar.workspace.change((workspace) => ({ ...workspace, tasks: [...workspace.tasks, { slug: 'more' }] }));
  const first: string | undefined = hangar.workspace.current().tasks[0]?.slug;
  const sandbox: Sandbox = await hangar.sandbox({ from: 'definitions', idleSeconds: 60 });
  const now: string = sandbox.clock.read().now;
  await sandbox.close();
  // @ts-expect-error -- a sandbox has none of its own
  await sandbox.sandbox();
  // @ts-expect-error -- a time is a number
  await hangar.sandbox({ idleSeconds: now });
  const { run } = await hangar.waitFor({ for: 'run', task: 'ask', status: 'Active' });
  const { prompt } = await hangar.waitFor({ for: 'prompt', runID: run.id });
  const { requests } = await hangar.waitFor({ for: 'request', operation: 'tasks/execute', count: 2 });
  const { waiting } = await hangar.waitFor({ for: 'settled' });
  const waits: [string, string, number[], ('prompt' | 'clock' | 'slot' | 'held')[], number | undefined] = [
    run.status, prompt.description, requests.map(({ status }) => status), waiting.map(({ on }) => on),
    hangar.coverage.read().operations[0]?.calls,
  ];
  // @ts-expect-error -- who waits for a run gets no prompt
  const wrong = (await hangar.waitFor({ for: 'run', task: 'ask' })).prompt;
  // @ts-expect-error -- nobody can wait for that
  await hangar.waitFor({ for: 'rain' });
  // @ts-expect-error -- a port is a number
  await startEmulator({ port: '4100' });
  // @ts-expect-error -- a task needs its slug
  await startEmulator({ workspace: { version: 1, tasks: [{}] } });
  // @ts-expect-error -- there is no such step
  await startEmulator({ workspace: { version: 1, tasks: [{ slug: 'a', behavior: { kind: 'steps', steps: [{ do: 'nothing' }] } }] } });
  // @ts-expect-error -- a key is a text
  const key: number = hangar.apiKey;
  return first ?? String([key, waits, wrong]);
}

export const fixtures: [IsAny<Hangar>, IsAny<Hangar['waitFor']>, IsAny<FaultItem>] = [false, false, false];

export const tested = withHangar(async (hangar) => {
  const { run } = await hangar.waitFor({ for: 'run', task: 'ask' });
  const { remaining }: FaultItem = await hangar.faults.add({
    slug: 'busy', kind: 'error', status: 503, match: { operation: 'runs/list' }, times: 1,
  });
  const reading: [string, number | null, string] = [(await hangar.clock.advance({ seconds: 60 })).now, remaining, run.status];
  // @ts-expect-error -- there is no such kind of fault
  await hangar.faults.add({ slug: String(reading), kind: 'rain' });
  // @ts-expect-error -- the workspace is a file
  await openHangar({ workspace: {} });
});

export const script: Script = async ({ params, log, execute, signal }) => {
  log.info(String(params.order));
  // @ts-expect-error -- a level that there is none of
  log.notice('');
  const { output, runID } = await execute('notify', { to: 'all' });
  // @ts-expect-error -- an ID is a text
  const id: number = runID;
  return { told: output.told, id, aborted: signal.aborted };
};
`;

/** Compiler options of projects, each with the name of its source. */
const PROJECTS: readonly [name: string, file: string, options: object][] = [
  ['Node 16 and later', 'suite.mts', { module: 'node16' }],
  ['Node as it is now', 'suite.mts', { module: 'nodenext' }],
  ['Node as it is now, in CommonJS', 'suite.cts', { module: 'nodenext' }],
  ['a bundler', 'suite.ts', { module: 'esnext', moduleResolution: 'bundler' }],
  [
    'a bundler, as strict as can be',
    'suite.ts',
    { module: 'preserve', exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
  ],
];

let project: Project;
beforeAll(async () => {
  project = await unpackedProject();
});
afterAll(() => project.remove());

/** Messages of the compiler about a file in the project; it finds no other package there, neither Zod nor the types of Node. */
async function complaints(
  file: string,
  text: string,
  options: object,
  compiler: readonly string[] = COMPILER,
): Promise<string> {
  const compilerOptions = { target: 'es2023', strict: true, noEmit: true, types: [], ...options };
  await project.write({ [file]: text, 'tsconfig.json': JSON.stringify({ compilerOptions, files: [file] }) });
  try {
    return (await project.run(process.execPath, ...compiler, '-p', '.')).stdout;
  } catch (error) {
    return error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error);
  }
}

describe('the types of the installed package', () => {
  test.each(PROJECTS)('serve a strict project for %s', async (_, file, options) => {
    expect(await complaints(file, SUITE, options)).toBe('');
  });

  test('serve a strict project that has TypeScript 6', async () => {
    expect(await complaints('suite.mts', SUITE, { module: 'nodenext' }, OLDER_COMPILER)).toBe('');
  });

  test('stand for themselves: they name no other package, and those of the library hold no any', async () => {
    const read = (name: string): Promise<string> => readFile(join(project.package, 'out', 'types', name), 'utf8');
    const names = ['library', 'testing', 'vitest', 'script'];
    const [library = '', testing = '', fixture = '', script = ''] = await Promise.all(
      names.map((name) => read(`${name}.d.ts`)),
    );
    expect(readSource('types.d.ts', `${library}${script}`).imports).toEqual([]);
    const importedBy = (text: string) => readSource('types.d.ts', text).imports.map(({ specifier }) => specifier);
    expect([...new Set(importedBy(testing))]).toEqual(['./library.js']);
    expect(importedBy(fixture)).toEqual(['vitest', './testing.js']);
    expect(`${library}${testing}${fixture}`.replace(/\/\*[^]*?\*\/|"[^"\n]*"/g, '')).not.toMatch(/\bany\b/);
  });

  test('accept the script that the documentation shows for a signed webhook', async () => {
    const node = { types: ['node'], typeRoots: [join(ROOT, 'node_modules', '@types')] };
    const script = block('order-paid.ts');
    expect(await complaints('order-paid.mts', script, { module: 'nodenext', ...node })).toBe('');
    const wrong = script.replace('config.SIGNING_KEY', 'config.get()');
    expect(await complaints('order-paid.mts', wrong, { module: 'nodenext', ...node })).toContain('TS2');
  });

  test('say what the sources say', async () => {
    const names = ['StartOptions', 'RunningEmulator', 'AuthoredWorkspace', 'Workspace'];
    const both = names.map((name) => `{ of: '${name}', there: Source.${name}, here: Package.${name} }`);
    const text = `
      import type * as Source from '${join(ROOT, 'electron', 'programs', 'library.ts')}';
      import type * as Package from 'hangar';
      type Same<T extends { there: unknown; here: unknown }> = [T['there']] extends [T['here']] ? ([T['here']] extends [T['there']] ? true : T) : T;
      export const all: [${both.map((pair) => `Same<${pair}>`).join(', ')}] = [${names.map(() => 'true').join(', ')}];
    `;
    const own = { module: 'esnext', moduleResolution: 'bundler', allowImportingTsExtensions: true, skipLibCheck: true };
    const node = { types: ['node'], typeRoots: [join(ROOT, 'node_modules', '@types')], resolveJsonModule: true };
    await mkdir(join(project.folder, 'node_modules'), { recursive: true });
    const worker = join(ROOT, 'electron/emulator/behaviors/script/worker-text.d.ts');
    expect(await complaints('same.ts', `/// <reference path="${worker}" />\n${text}`, { ...own, ...node })).toBe('');
  });
});

import { readFile } from 'node:fs/promises';
import { Ajv, type ValidateFunction } from 'ajv';
import { beforeAll, describe, expect, test } from 'vitest';
import { SAMPLE_WORKSPACE } from '../../electron/emulator/compose/sample-workspace.ts';
import { Workspace, workspaceJsonSchema } from '../../shared/model/workspace.ts';
import { testEmulator } from '../support/emulator.ts';

const pathname = '/_emulator/schemas/workspace.json';

let isValid: ValidateFunction;

beforeAll(async () => {
  const hangar = await testEmulator();
  const { status, text } = await hangar.send(pathname, { key: null });
  expect(status).toBe(200);
  // Formats and patterns of Hangar's own are checked by Hangar alone.
  isValid = new Ajv({ strict: false, logger: false }).compile(JSON.parse(text) as object);
});

/** The example of docs/workspace-file.md, which has every kind of definition. */
async function example(): Promise<Record<string, unknown>> {
  const text = await readFile(new URL('../../docs/workspace-file.md', import.meta.url), 'utf8');
  return JSON.parse(/```json workspace\n(.*?)```/s.exec(text)?.[1] ?? '') as Record<string, unknown>;
}

const task = (fields: object) => ({ version: 1, tasks: [{ slug: 'refund', ...fields }] });

describe('the JSON Schema of the workspace file accepts', () => {
  test('the sample', () => {
    expect([isValid(SAMPLE_WORKSPACE), isValid.errors]).toEqual([true, null]);
  });

  test('the example of the documentation', async () => {
    expect([isValid(await example()), isValid.errors]).toEqual([true, null]);
  });

  test('a file with nothing but its version, and one that names its schema', () => {
    expect([isValid({ version: 1 }), isValid({ $schema: './workspace.schema.json', version: 1 })]).toEqual([
      true,
      true,
    ]);
  });
});

describe('the JSON Schema of the workspace file and Hangar refuse', () => {
  test.each<[string, unknown]>([
    ['a list', []],
    ['a file without a version', {}],
    ['another version', { version: 2 }],
    ['an unknown collection', { version: 1, jobs: [] }],
    ['a collection that is none', { version: 1, tasks: {} }],
    ['a schema that is no text', { $schema: 1, version: 1 }],
    ['a task without a slug', { version: 1, tasks: [{}] }],
    ['a slug with a space', { version: 1, tasks: [{ slug: 're fund' }] }],
    ['an unknown field of a task', task({ sulg: 'x' })],
    ['an unknown type of a parameter', task({ parameters: [{ slug: 'a', type: 'strnig' }] })],
    ['an unknown kind of behavior', task({ behavior: { kind: 'magic' } })],
    ['an unknown step', task({ behavior: { kind: 'steps', steps: [{ do: 'dance' }] } })],
    ['a text as a number of seconds', task({ timeout: 'long' })],
    ['an unknown setting', { version: 1, settings: { speed: 1 } }],
    ['a setting out of its range', { version: 1, settings: { trafficEntries: -1 } }],
  ])('%s', (_, value) => {
    expect([isValid(value), Workspace.safeParse(value).success]).toEqual([false, false]);
  });
});

test('a file keeps its schema while definitions change', async () => {
  const hangar = await testEmulator({ $schema: './mine.json' });
  await hangar.send('/_emulator/tasks', { key: null, body: { slug: 'added' } });
  const { json } = await hangar.send('/_emulator/export', { key: null });
  expect((json as { workspace: object }).workspace).toMatchObject({
    $schema: './mine.json',
    tasks: [{ slug: 'added' }],
  });
});

test('the JSON Schema of the workspace file describes every property', () => {
  const missing: string[] = [];
  const walk = (schema: unknown, path: string): void => {
    if (typeof schema !== 'object' || schema === null) return;
    for (const [key, value] of Object.entries(schema)) {
      if (key === 'properties')
        for (const [name, property] of Object.entries(value as Record<string, { description?: string }>))
          if (!/^[A-Z`"]/.test(property.description ?? '')) missing.push(`${path}.${name}`);
      walk(value, `${path}.${key}`);
    }
  };
  walk(workspaceJsonSchema(), '');
  expect(missing).toEqual([]);
});

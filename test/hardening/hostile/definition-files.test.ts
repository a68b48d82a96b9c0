import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { importDefinitions } from '../../../electron/emulator/compose/read-definitions.ts';
import { readDefinition } from '../../../shared/definitions/read-definition.ts';
import { readYaml } from '../../../shared/definitions/read-yaml.ts';
import type { Json } from '../../../shared/values/json.ts';
import { folderWith } from '../../support/behaviors.ts';
import { inProcess } from '../../support/in-process.ts';
import { needs } from '../../support/needs.ts';
import { fc } from '../../support/properties.ts';

const { launch } = inProcess();

interface Info {
  readonly problems: readonly { readonly file: string; readonly message: string }[];
}

/** Serves a folder of definition files; gives their problems, and the slugs of the tasks that are served. */
async function served(folder: string) {
  const emulator = await launch({ definitions: [folder] });
  const answer = await fetch(`${emulator.url}/_emulator/info`);
  const { problems } = (await answer.json()) as Info;
  return { problems, slugs: emulator.workspace.current().tasks.map(({ slug }) => slug) };
}

const GOOD = 'slug: good\nshell: { entrypoint: good.sh }\n';

describe('hostile files', () => {
  needs('POSIX');

  test('are problems of their own, and the others are served', async () => {
    const folder = folderWith({
      'good.task.yaml': GOOD,
      'good.sh': 'echo good',
      'bomb.task.yaml': `a: &a [${'x,'.repeat(99)}x]\n${['b', 'c', 'd', 'e', 'f'].map((name, index) => `${name}: &${name} [${`*${'abcde'[index] ?? ''},`.repeat(99)}1]`).join('\n')}\n`,
      'deep.task.yaml': `slug: ${'['.repeat(200_000)}`,
      'large.task.yaml': `slug: large\ndescription: ${'x'.repeat(1_100_000)}\n`,
      'tag.task.yaml': 'slug: !!js/function "function () { process.exit() }"\n',
      'keys.task.json': `{${Array.from({ length: 60_000 }, (_, index) => `"k${index}":1`).join()}}`,
      '__proto__.task.yaml': '__proto__: { slug: a }\nslug: __proto__\nnode: { entrypoint: good.sh }\n',
      'flow.task.yaml': `slug: ${'{a: '.repeat(3000)}`,
      'spaces.task.yaml': `slug: a\n${' '.repeat(900_000)}b`,
    });
    writeFileSync(join(folder, 'bytes.task.yaml'), Buffer.from([0x73, 0x6c, 0xff, 0xfe, 0x00]));
    execFileSync('mkfifo', [join(folder, 'pipe.task.yaml')]);
    symlinkSync('/etc/passwd', join(folder, 'outside.task.yaml'));
    symlinkSync('/etc', join(folder, 'etc'));
    symlinkSync(folder, join(folder, 'circle'));
    const { problems, slugs } = await served(folder);
    const files = new Set(problems.map(({ file }) => file));
    for (const name of ['bomb', 'deep', 'large', 'tag', '__proto__', 'flow', 'spaces', 'bytes', 'outside'])
      expect([...files], name).toContain(`${name}.task.yaml`);
    expect([...files]).toEqual(expect.arrayContaining(['keys.task.json', 'etc']));
    expect([...files]).not.toContain('circle');
    expect(problems.every(({ message }) => message.length < 2000)).toBe(true);
    expect(slugs).toEqual(['good']);
  });

  test('code that ends, loops, floods or kills concerns its file, and the others are served', async () => {
    const task = (slug: string): string =>
      `export default Object.assign(() => 1, { __acme: { config: { slug: '${slug}' }, baseFunc: () => 1 } });`;
    const folder = folderWith({
      'a.acme.ts': task('a'),
      'exit.acme.ts': `process.exit(0);\n${task('exit')}`,
      'abort.acme.ts': `process.abort();\n${task('abort')}`,
      'getter.acme.ts': `export default Object.assign(() => 1, { get __acme() { throw new Error('no'); } });`,
      'circular.acme.ts': `const config: any = { slug: 'c' }; config.self = config;\n${task('x').replace("{ slug: 'x' }", 'config')}`,
      'z.acme.ts': task('z'),
    });
    const { problems, slugs } = await served(folder);
    expect(slugs).toEqual(['a', 'z']);
    for (const name of ['exit', 'abort', 'getter', 'circular'])
      expect(problems.map(({ file }) => file)).toContain(`${name}.acme.ts`);
  });

  test('an import executes nothing and follows nothing', async () => {
    const folder = folderWith({
      'good.task.yaml': GOOD,
      'good.sh': 'echo good',
      'code.acme.ts': `import { writeFileSync } from 'node:fs';\nwriteFileSync(__dirname + '/executed', '');\n// __acme`,
      'code_acme.py': 'import acme\nopen(__file__ + ".executed", "w")\n',
    });
    const into = join(folder, 'hangar.json');
    const { added, leftOut } = await importDefinitions(folder, into);
    expect(added).toEqual(['good']);
    expect(leftOut.join('\n')).toMatch(/code\.acme\.ts.*\n.*code_acme\.py/);
    expect(existsSync(join(folder, 'executed')) || existsSync(join(folder, 'code_acme.py.executed'))).toBe(false);
    expect((await importDefinitions(folder, into)).present).toEqual(['good']);
  });

  test('sent files stay in a folder of their own, which is gone afterwards, and none of this machine is read', async () => {
    const emulator = await launch({ workspace: { version: 1 } });
    const folder = folderWith();
    vi.stubEnv('TMPDIR', folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    const send = async (files: readonly { path: string; text: string }[], more: object = {}) => {
      const answer = await fetch(`${emulator.url}/_emulator/definitions/import`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ files, ...more }),
      });
      return { status: answer.status, text: await answer.text() };
    };
    const name = 'a.task.yaml';
    for (const path of [
      ...['../a.task.yaml', '/a.task.yaml', 'a/../../b.task.yaml', 'C:\\a.task.yaml', 'a:b.task.yaml', 'a//b', 'b/'],
      ...['.', '', '.. /a.task.yaml', 'a/.../b.task.yaml', 'a. ', 'a\u0000.task.yaml'],
      ...[`${'a/'.repeat(40)}b`, `${'a'.repeat(201)}.task.yaml`],
    ])
      expect((await send([{ path, text: GOOD }])).status, path).toBe(400);
    for (const paths of [
      [name, name],
      [name, `${name}/b`],
      [`${name}/b`, name],
      ['.git', name],
    ]) {
      const answer = await send(paths.map((path) => ({ path, text: GOOD })));
      expect(answer.status, paths.join()).toBe(400);
      expect(answer.text).not.toContain('hangar-import-');
    }
    const many = Array.from({ length: 10_001 }, (_, index) => ({ path: `${index}.task.yaml`, text: '' }));
    expect((await send(many)).status).toBe(400);
    const outside = await send(
      [
        { path: 'a.task.yaml', text: 'slug: a\nsql: { resource: x, entrypoint: ../../../../etc/passwd }\n' },
        { path: 'b.task.yaml', text: 'slug: b\nsql: { resource: x, entrypoint: /etc/passwd }\n' },
        { path: 'c.task.yaml', text: 'slug: c\nsql: { resource: x, entrypoint: passwd }\n' },
        { path: 'package.json', text: '{"acme": {"root": "../../../etc"}}' },
        { path: 'acme.yaml', text: 'javascript: {}\n' },
        { path: 'd.task.yaml', text: 'slug: d\nnode: { entrypoint: d.js }\n' },
        { path: 'd.js', text: '' },
      ],
      { folder: '/etc' },
    );
    expect(outside.text).not.toContain('root:');
    const { tasks } = emulator.workspace.current();
    expect(tasks.map(({ slug }) => slug)).toEqual(['c', 'd']);
    expect(tasks[1]?.behavior).toMatchObject({ cwd: expect.stringMatching(/etc$/) as string });
    expect(readdirSync(folder)).toEqual([]);
  });

  test('nothing is imported from an empty folder, and no file is made', async () => {
    const folder = folderWith();
    mkdirSync(join(folder, 'empty'));
    const into = join(folder, 'hangar.json');
    expect((await importDefinitions(join(folder, 'empty'), into)).added).toEqual([]);
    expect(existsSync(into)).toBe(false);
    rmSync(folder, { recursive: true });
  });
});

describe('any text and any value', () => {
  const HOST = {
    surroundings: () => ({
      ...{ cwd: '.', python: 'python3', before: {}, after: {} },
      entry: { file: 'a', fromFolder: './a', text: '' },
    }),
  };

  test('is read as YAML or refused with a place', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const read = readYaml(text);
        if ('message' in read) expect(read.line).toBeGreaterThan(0);
        else expect(read.placeOf(['a', 0, 'b']).line).toBeGreaterThan(0);
      }),
    );
  });

  test('is read as a definition: a task, or problems that name fields', () => {
    const keys = fc.constantFrom(
      ...['slug', 'node', 'sql', 'parameters', 'webhooks', 'permissions', 'schedules', 'timeout', 'x'],
    );
    const values = fc.oneof(fc.jsonValue(), fc.constantFrom('a', 1, true, [], {}, { entrypoint: 'a' }));
    fc.assert(
      fc.property(fc.dictionary(keys, values), (value) => {
        const { task, problems } = readDefinition(value as Json, HOST);
        expect(task !== undefined || problems.length > 0).toBe(true);
      }),
    );
  });
});

import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, readdir, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import Module from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { builtProgram } from '../../support/built-program.ts';
import { PROGRAM, run } from '../../support/program.ts';
import { needs } from '../../support/needs.ts';

const { folder } = builtProgram();
const surroundings = () => ({ env: { XDG_CACHE_HOME: join(folder(), 'cache'), NODE_OPTIONS: '' } });
const compiledFolder = () => join(folder(), 'cache', 'Hangar', 'compiled');
/** Files of compiled code with the time of their last change. */
const files = async () => {
  const names = await readdir(compiledFolder()).catch(() => []);
  return Promise.all(
    names.toSorted().map(async (name) => [name, (await stat(join(compiledFolder(), name))).mtimeMs] as const),
  );
};
/** A command that needs no server. */
const command = (surroundingsOf = surroundings()) => run(['schema'], surroundingsOf);

/** True when the file holds compiled code, with its checksum. */
const isWhole = (file: Buffer) => {
  const [sum, code] = deserialize(file) as [number, Buffer];
  return code.length > 1000 && sum === crc32(code);
};

// Node 22.1 and later do it themselves, in files of their own.
describe.skipIf('enableCompileCache' in Module)('compiled code', () => {
  needs('POSIX', 'Linux');

  test('is kept for the next start, for the user alone', async () => {
    const first = await command();
    const kept = await files();
    expect(kept.length).toBe(1);
    expect((await stat(compiledFolder())).mode & 0o777).toBe(0o700);
    expect((await stat(join(compiledFolder(), kept[0]?.[0] ?? ''))).mode & 0o777).toBe(0o600);
    expect(await command()).toEqual(first);
    expect(await files()).toEqual(kept);
  });

  test.each<[string, (file: string) => Promise<void>]>([
    ['cut short', (file) => truncate(file, 100)],
    ['empty', (file) => truncate(file)],
    [
      'changed inside',
      async (file) => {
        const content = await readFile(file);
        await writeFile(file, content.fill(0x5a, content.length >> 1, (content.length >> 1) + 64));
      },
    ],
    [
      'a named pipe',
      (file) =>
        rm(file)
          .then(() => promisify(execFile)('mkfifo', [file]))
          .then(() => undefined),
    ],
    ['something else', (file) => writeFile(file, 'not compiled code')],
  ])('is made anew when a file of it is %s', async (_, damage) => {
    const first = await command();
    const [name = ''] = (await readdir(compiledFolder())).toSorted();
    expect(isWhole(await readFile(join(compiledFolder(), name)))).toBe(true);
    await damage(join(compiledFolder(), name));
    expect(await command()).toEqual(first);
    expect(isWhole(await readFile(join(compiledFolder(), name)))).toBe(true);
  });

  test('is forgotten of files that an update has replaced', async () => {
    await command();
    const [name = ''] = await readdir(compiledFolder());
    const file = join(compiledFolder(), name);
    const entries = async () => deserialize((deserialize(await readFile(file)) as [number, Buffer])[1]) as [string][];
    const written = await entries();
    // A start writes the file when it compiles something that is not in it.
    const code = serialize([
      [join(dirname(PROGRAM), 'chunks', 'replaced-12345678.js'), Buffer.alloc(8)],
      ...written.slice(1),
    ]);
    await writeFile(file, serialize([crc32(code), code]));
    await command();
    expect((await entries()).map(([path]) => path).toSorted()).toEqual(written.map(([path]) => path).toSorted());
  });

  test('names its own files in stack traces, also where another copy of the program has filled the cache', async () => {
    const copies = [join(folder(), 'first'), join(folder(), 'second')];
    const traces = [];
    for (const copy of copies) {
      await cp(dirname(PROGRAM), copy, { recursive: true });
      const program = join(copy, 'headless.js');
      // A trace whenever something is printed, since nothing fails by itself.
      const traced = `const { write } = process.stdout;
process.stdout.write = function (...args) { process.stderr.write(new Error().stack); return write.apply(this, args); };`;
      const [first = '', ...rest] = (await readFile(program, 'utf8')).split('\n');
      await writeFile(program, [first, traced, ...rest].join('\n'));
      traces.push((await run(['schema'], { ...surroundings(), script: program })).stderr);
    }
    const namedIn = (trace = '') => copies.filter((copy) => trace.includes(join(copy, 'chunks')));
    expect(traces.map(namedIn)).toEqual(copies.map((copy) => [copy]));
  });

  test('is never taken from a folder that others may write to', async () => {
    await mkdir(compiledFolder(), { recursive: true });
    await chmod(compiledFolder(), 0o777);
    expect((await command()).code).toBe(0);
    expect(await files()).toEqual([]);
  });

  test('is never taken through a link', async () => {
    await mkdir(join(folder(), 'cache', 'Hangar'), { recursive: true });
    await mkdir(join(folder(), 'elsewhere'));
    await symlink(join(folder(), 'elsewhere'), compiledFolder());
    expect((await command()).code).toBe(0);
    expect(await files()).toEqual([]);
  });

  test('is not kept by what writes nothing, which uses it nevertheless', async () => {
    const inMemory = () => run(['exec', '--', process.execPath, '-e', ''], surroundings());
    expect((await inMemory()).code).toBe(0);
    expect(await readdir(folder())).toEqual([]);
    await command();
    const kept = await files();
    expect((await inMemory()).code).toBe(0);
    expect(await files()).toEqual(kept);
  });

  test('is kept by a server for servers, and by a command for commands, which use less of it', async () => {
    const exec = () =>
      run(['exec', '--data', join(folder(), 'data'), '--', process.execPath, '-e', ''], surroundings());
    await command();
    expect((await exec()).code).toBe(0);
    const kept = await files();
    expect(kept.map(([name]) => /-(server|command)-/.exec(name)?.[1])).toEqual(['command', 'server']);
    expect((await exec()).code).toBe(0);
    await command();
    expect(await files()).toEqual(kept);
  });

  test('is not needed: a start works without a place for it', async () => {
    await writeFile(join(folder(), 'cache'), 'a file');
    expect(await command()).toMatchObject({ code: 0, stderr: '' });
  });

  test.each([{ NODE_DISABLE_COMPILE_CACHE: '1' }, { NODE_OPTIONS: '--enable-source-maps' }])(
    'is not kept with %o',
    async (variables) => {
      const { env } = surroundings();
      expect((await command({ env: { ...env, ...variables } })).code).toBe(0);
      expect(await files()).toEqual([]);
    },
  );
});

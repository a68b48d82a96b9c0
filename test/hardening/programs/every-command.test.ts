import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'vitest';
import { builtProgram } from '../../support/built-program.ts';
import { expectEveryCommand, WORKSPACE } from '../../support/every-command.ts';
import { inProcess } from '../../support/in-process.ts';
import { run } from '../../support/program.ts';

const { folder, home } = builtProgram();
const { launch } = inProcess();

test('every command of the built program prints one JSON value with --json', async () => {
  const file = join(folder(), 'hangar.json');
  await writeFile(file, JSON.stringify(WORKSPACE));
  const server = await launch({ workspace: file });
  const surroundings = { env: { ...home(), HANGAR_URL: server.url }, cwd: folder() };
  await expectEveryCommand(server, (args) => run(args, surroundings));
});

import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { validate } from 'dockerfile-utils';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_PORT } from '../../../electron/programs/flags/flags.ts';
import { block } from '../../support/docs.ts';
import { buildByHand, type Image } from './support/image.ts';
import { cleanVariables, pack, ROOT } from './support/installed.ts';

const RECIPE = join(ROOT, 'recipes/testcontainers');
const STAND_IN = join(ROOT, 'test/hardening/package/support/testcontainers.ts');

/** An address of this machine that is not loopback, as that of a machine with containers is; loopback where there is none. */
const HOST =
  Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1';

describe('the recipe for Testcontainers', () => {
  let folder: string;
  let image: Image;
  let remove = (): Promise<void> => Promise.resolve();

  beforeAll(async () => {
    await mkdir(join(ROOT, 'test-results'), { recursive: true });
    folder = await mkdtemp(join(ROOT, 'test-results', 'testcontainers-'));
    const context = join(folder, 'hangar');
    await cp(RECIPE, context, { recursive: true });
    await rename(await pack(context), join(context, 'hangar.tgz'));
    await writeFile(join(context, 'hangar.json'), block('hangar.json'));
    // All of the folder is sent to a build; the one by hand wants it said.
    await writeFile(join(context, 'Dockerfile.dockerignore'), '*\n!hangar.tgz\n!hangar.json\n');
    const env = { ...cleanVariables(folder), npm_config_offline: 'true' };
    ({ image, remove } = await buildByHand(join(context, 'Dockerfile'), { context, env }));
  });
  afterAll(async () => {
    await remove();
    await rm(folder, { recursive: true });
  });

  test('has nothing that the linter remarks, and the port that Hangar has', async () => {
    const text = await readFile(join(RECIPE, 'Dockerfile'), 'utf8');
    expect(validate(text).map(({ message }) => message)).toEqual([]);
    expect(text).toContain(`\nEXPOSE ${DEFAULT_PORT}\n`);
    const helper = await readFile(join(RECIPE, 'hangar-container.ts'), 'utf8');
    expect(helper).toContain(`const PORT = ${DEFAULT_PORT};`);
  });

  test('its suite passes, with the containers on another machine', async () => {
    await cp(join(RECIPE, 'hangar-container.ts'), join(folder, 'hangar-container.ts'));
    await writeFile(join(folder, 'container.test.ts'), block('container.test.ts'));
    const alias = JSON.stringify({ testcontainers: STAND_IN });
    await writeFile(join(folder, 'vitest.config.js'), `export default { resolve: { alias: ${alias} } };`);
    const vitest = [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder];
    const env = { ...cleanVariables(folder), NO_COLOR: '1', TEST_IMAGE: JSON.stringify(image), TEST_HOST: HOST };
    const { stdout } = await promisify(execFile)(process.execPath, vitest, { cwd: folder, env });
    expect(stdout).toMatch(/Tests\D+1 passed/);
  });
});

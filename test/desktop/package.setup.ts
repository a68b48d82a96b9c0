import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test as setup } from '@playwright/test';
import { lackOf } from '../tools/tools.ts';
import { PACKAGES } from './support/packaged.ts';

setup('npm run dist packages the application with the runtime that is there', () => {
  const missing = lackOf('Linux', 'electron');
  setup.skip(missing !== '', missing);
  const script = fileURLToPath(new URL('../../build/dist.mjs', import.meta.url));
  const env = { ...process.env, HANGAR_DIST: PACKAGES };
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, 'dir'], { env, encoding: 'utf8' });
  expect({ status, stdout, stderr }).toMatchObject({ status: 0, stdout: expect.stringContaining('linux-unpacked') });
});

// Draws the images of the desktop shell from build/icons/*.svg: `node build/draw-icons.mjs`, after changing one of those.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { findChromium } from './find-chromium.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Image of the shell: drawing, and width and height in pixels. */
const IMAGES = {
  icon: ['icon', 256],
  tray: ['icon', 32],
  'tray-waiting': ['waiting', 32],
  'tray-template': ['template', 32],
  dot: ['dot', 16],
};

const executablePath = process.env.HANGAR_TEST_CHROMIUM ?? findChromium(root).HANGAR_TEST_CHROMIUM;
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
const page = await browser.newPage();
for (const [name, [drawing, size]] of Object.entries(IMAGES)) {
  const svg = readFileSync(join(root, 'build', 'icons', `${drawing}.svg`), 'utf8');
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`);
  await page.screenshot({ path: join(root, 'electron', 'shell', 'images', `${name}.png`), omitBackground: true });
}
await browser.close();

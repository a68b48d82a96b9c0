// Draws every image of the application from build/icons/*.svg: `npx tsx build/draw-icons.mjs`, after changing one of those.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { fetchBrowser, findBrowser } from '../test/tools/browser.ts';
import { icnsOf, icoOf } from './icon-files.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Image of the shell: drawing, and width and height in pixels. */
const SHELL_IMAGES = {
  icon: ['icon', 256],
  tray: ['icon', 32],
  'tray-waiting': ['waiting', 32],
  'tray-template': ['template', 32],
  dot: ['dot', 16],
};
const LINUX_SIZES = [16, 24, 32, 48, 64, 96, 128, 256, 512, 1024];
const WINDOWS_SIZES = [16, 20, 24, 32, 40, 48, 64, 96, 128, 256];
const MAC_SIZES = [16, 32, 64, 128, 256, 512, 1024];

const executablePath = findBrowser() ?? (await fetchBrowser(console.error));
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
const page = await browser.newPage();

for (const [name, [drawing, size]] of Object.entries(SHELL_IMAGES)) {
  save(`electron/desktop/images/${name}.png`, await draw(drawing, size));
}
for (const size of LINUX_SIZES) save(`build/icons/linux/${size}x${size}.png`, await draw('icon', size));
save('build/icons/icon.ico', icoOf(await drawAll('icon', WINDOWS_SIZES)));
save('build/icons/document.ico', icoOf(await drawAll('document', WINDOWS_SIZES)));
// Icons of macOS leave a margin around the shape.
save('build/icons/icon.icns', icnsOf(await drawAll('mac', MAC_SIZES)));
save('build/icons/document.icns', icnsOf(await drawAll('document', MAC_SIZES)));
await browser.close();

/** A drawing as PNG, by its width and height. */
async function draw(drawing, size) {
  const svg = readFileSync(join(root, 'build', 'icons', `${drawing}.svg`), 'utf8');
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`);
  return page.screenshot({ omitBackground: true });
}

async function drawAll(drawing, sizes) {
  const images = [];
  for (const size of sizes) images.push({ size, png: await draw(drawing, size) });
  return images;
}

function save(path, bytes) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), bytes);
}

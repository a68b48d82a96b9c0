import { cp, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PROGRAM } from '../../support/program.ts';
import type { Page } from './hangar.ts';

/** Copies the built program into a folder as a newer build: the files of the window have other names. */
export async function newerBuild(folder: string): Promise<string> {
  const built = join(dirname(PROGRAM), '..');
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  for (const part of ['main', 'renderer']) await cp(join(built, part), join(folder, part), { recursive: true });
  const assets = join(folder, 'renderer/assets');
  const names = await readdir(assets);
  const newName = (name: string) => name.replace('.', 'new.');
  const files = names.filter((name) => name.endsWith('.js')).map((name) => join(assets, name));
  for (const file of [...files, join(folder, 'renderer/index.html')]) {
    const text = await readFile(file, 'utf8');
    await writeFile(
      file,
      names.reduce((code, name) => code.replaceAll(name, newName(name)), text),
    );
  }
  for (const name of names) await rename(join(assets, name), join(assets, newName(name)));
  return join(folder, 'main/headless.js');
}

/** Keeps files of the window from arriving; the function that it gives breaks those requests off, and lets later ones through. */
export async function holdFiles(page: Page, name: RegExp): Promise<() => Promise<void>> {
  const held: (() => Promise<void>)[] = [];
  await page.route(
    (url) => url.pathname.startsWith('/assets/') && name.test(url.pathname.slice('/assets/'.length)),
    (route) => void held.push(() => route.abort('connectionreset')),
  );
  return async () => {
    await page.unrouteAll();
    await Promise.all(held.map((breakOff) => breakOff().catch(() => undefined)));
  };
}

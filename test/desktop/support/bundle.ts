import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestDesktop } from './driver.ts';

/** Runs a task in the application, saves a bundle, and deletes the run. Returns the path of the bundle. */
export async function bundleFrom(desktop: TestDesktop, folder: string): Promise<string> {
  const { api, url } = await desktop.server();
  await api.v0.tasks.execute({ body: { slug: 'ask' } });
  const file = join(folder, 'failure.hangar-bundle');
  await writeFile(file, Buffer.from(await (await fetch(`${url}/_emulator/bundle`)).arrayBuffer()));
  await api.emulator.reset({ body: {} });
  return file;
}

/** The number of runs that the window's server shows. */
export async function runsOf(desktop: TestDesktop): Promise<number> {
  const { url } = await desktop.server();
  const { total } = (await (await fetch(`${url}/_emulator/runs`)).json()) as { total: number };
  return total;
}

/** The path of the bundle that is open; "" for none. */
export async function bundleOf(desktop: TestDesktop): Promise<string> {
  const { api } = await desktop.server();
  return (await api.emulator.info({})).bundle?.file ?? '';
}

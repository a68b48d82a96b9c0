import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { build } from 'vite';
import { workerText } from '../../build/worker-text.ts';

/** Makes one script of a module of this folder and all that it imports; gives its path. */
export async function childScript(name: string, folder: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'error',
    plugins: [workerText()],
    build: {
      ssr: new URL(`./${name}.ts`, import.meta.url).pathname,
      outDir: join(folder, name),
      rolldownOptions: { output: { entryFileNames: `${name}.mjs` } },
    },
    ssr: { noExternal: true },
  });
  return join(folder, name, `${name}.mjs`);
}

/** Runs a script to its end; gives how it ended and the whole lines that it wrote. */
export async function runScript(script: string, args: readonly string[]) {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  let words = '';
  child.stdout.on('data', (data: Buffer) => (words += data.toString()));
  const [, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  return { signal, lines: words.split('\n').slice(0, -1) };
}

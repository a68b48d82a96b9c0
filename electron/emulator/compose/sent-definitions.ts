import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { SentDefinitions } from '../../../shared/contract/emulator/definitions.ts';
import { ApiError } from '../../../shared/http/errors.ts';
import type { Settings } from '../../../shared/model/workspace.ts';
import { messageOf, quoteForMessage } from '../../../shared/values/messages.ts';
import { makeFolder } from '../files/folders.ts';
import type { DefinitionFiles, ReadDefinitions } from '../server/http/ports.ts';
import { addedTo, readSet } from './read-definitions.ts';

interface SentOptions {
  /** The folder of the workspace file. */
  readonly workspaceFolder: string;
  readonly settings: () => Settings;
}

/**
 * Creates a function that reads files which a client has sent, one request at a time, as the folder that they come from: in a folder
 * of their own, which is removed afterwards. Nothing is executed, and code is only looked for in the folder that the client names.
 */
export function sentDefinitionsReader({ workspaceFolder, settings }: SentOptions): DefinitionFiles['readSent'] {
  let last: Promise<unknown> = Promise.resolve();
  return ({ files, folder }) => {
    const home = resolve(workspaceFolder, folder);
    const reading = last.then(async (): Promise<ReadDefinitions> => {
      const root = await mkdtemp(join(tmpdir(), 'hangar-import-'));
      try {
        // The folder counts as a repository: what lies above it is none of its files.
        await makeFolder(join(root, '.git'));
        for (const file of files) await writeSent(root, file);
        const { sdk: word, python } = settings();
        const set = await readSet({ root, base: root, home }, { workspaceFolder, word, python });
        return { folder: home, addedTo: (before) => addedTo(before, set, workspaceFolder) };
      } finally {
        await rm(root, { recursive: true, force: true });
      }
    });
    last = reading.catch(() => undefined);
    return reading;
  };
}

async function writeSent(root: string, { path, text }: SentDefinitions['files'][number]): Promise<void> {
  try {
    await makeFolder(dirname(join(root, path)));
    await writeFile(join(root, path), text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const reason = messageOf(error).replaceAll(root, '');
    throw new ApiError('invalid_request', `The file "${quoteForMessage(path)}" cannot be taken: ${reason}.`);
  }
}

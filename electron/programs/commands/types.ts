import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { messageOf } from '../../../shared/values/message-of.ts';
import { StartError } from '../../emulator/host/start-error.ts';
import { readRegularFile } from '../../emulator/files/read-file.ts';
import { UsageError } from '../flags/flag.ts';
import { describeWorkspace } from '../types/describe.ts';
import { keptOutputs } from '../types/kept-outputs.ts';
import { pythonFile } from '../types/python.ts';
import { typescriptFile } from '../types/typescript.ts';
import type { Handler } from './command.ts';
import type { TYPES_FLAGS } from './flags.ts';

/** Maximum size of a file of types, in bytes. */
const MAX_BYTES = 100_000_000;

/** Writes types of the workspace's tasks, runbooks and prompts, or checks that a file is up to date. */
export const types: Handler<typeof TYPES_FLAGS> = async ({ flags, out, hangar }) => {
  const { out: file, check } = flags;
  if (check && file === undefined) throw new UsageError('--check needs --out FILE, the file to check');
  const lang = flags.lang ?? (file?.endsWith('.py') === true ? 'python' : 'typescript');
  const before = file === undefined ? undefined : await written(file);
  const described = await describeWorkspace(await hangar(), keptOutputs(before ?? ''));
  const text = lang === 'python' ? pythonFile(described) : typescriptFile(described);
  if (file === undefined) {
    out.show({ lang, text }, text.trimEnd());
    return undefined;
  }
  const isUpToDate = before === text;
  if (check) {
    if (isUpToDate || out.isJson) out.show({ file, lang, isUpToDate }, `${file} is up to date.`);
    else out.note(`${file} is out of date. Make it again: hangar types --lang ${lang} --out ${file}`);
    return isUpToDate ? undefined : 'outOfDate';
  }
  if (!isUpToDate) await write(file, text);
  out.show({ file, lang, isChanged: !isUpToDate }, isUpToDate ? `${file} was up to date.` : `${file} is written.`);
  return undefined;
};

/** The text of a file with line feeds; `undefined` when there is none. */
async function written(file: string): Promise<string | undefined> {
  try {
    return (await readRegularFile(resolve(file), MAX_BYTES)).toString('utf8').replaceAll('\r\n', '\n');
  } catch {
    return undefined;
  }
}

async function write(file: string, text: string): Promise<void> {
  try {
    await writeFile(resolve(file), text);
  } catch (error) {
    throw new StartError('failed', `${file} cannot be written: ${messageOf(error)}`);
  }
}

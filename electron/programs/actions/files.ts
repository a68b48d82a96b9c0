import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { z } from 'zod';
import { messageOf } from '../../../shared/values/messages.ts';
import { readRegularFile } from '../../emulator/files/read-file.ts';
import { type ExitReason, StartError } from '../../emulator/host/start-error.ts';
import { choice, field, operand, toggle, UsageError, word } from '../flags/field.ts';
import { jsonText } from '../output/terminal-text.ts';
import { command } from './action.ts';

/** Maximum size of a file of types, in bytes. */
const MAX_BYTES = 100_000_000;

/** Commands that read and write files. */
export const FILES = {
  types: command({
    summary: "Write types of the workspace's tasks, runbooks and prompts, and functions that execute them",
    example: 'hangar types --out hangar-types.ts',
    fields: {
      lang: choice(['typescript', 'python'], { defaultText: 'by the ending of --out; typescript', help: 'Language' }),
      out: word('FILE', 'File to write', { defaultText: 'standard output' }),
      check: toggle('Write nothing; exit with 9 when the file of --out is out of date'),
    },
    run: async ({ hangar, out }, { out: file, check, ...given }): Promise<ExitReason | undefined> => {
      if (check && file === undefined) throw new UsageError('--check needs --out FILE, the file to check');
      const lang = given.lang ?? (file?.endsWith('.py') === true ? 'python' : 'typescript');
      const before = file === undefined ? undefined : await written(file);
      const { typesOf } = await import('../types/types.ts');
      const text = await typesOf(await hangar(), lang, before ?? '');
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
    },
  }),
  'workspace check': command({
    kind: 'local',
    summary: 'Check a workspace file without changing it; exits with 2 when it is not valid',
    example: 'hangar workspace check hangar.json',
    fields: { file: operand('FILE', 'The workspace file', { suggested: 'files' }) },
    run: async ({ out }, { file }) => {
      const { checkWorkspace } = await import('../../emulator/compose/workspace-problem.ts');
      const { problem, warnings } = await checkWorkspace(resolve(file));
      const isValid = problem === '';
      if (isValid || out.isJson) out.show({ valid: isValid, problem, warnings }, `${file} is a valid workspace file.`);
      else out.note(problem);
      if (!out.isJson) for (const warning of warnings) out.note(`Warning: ${warning}`);
      return isValid ? undefined : 'usage';
    },
  }),
  schema: command({
    kind: 'local',
    summary: 'Print the JSON Schema of the workspace file, for editors',
    example: 'hangar schema > workspace.schema.json',
    run: async ({ out }) => {
      const value = (await import('../../../shared/model/workspace.ts')).workspaceJsonSchema();
      out.show(value, jsonText(value));
    },
  }),
  completion: command({
    kind: 'local',
    summary: 'Print the script that completes command lines in a shell',
    example: 'source <(hangar completion bash)',
    fields: { shell: field(z.enum(['bash', 'zsh', 'fish', 'powershell']), { help: 'The shell', place: 'word' }) },
    run: async ({ out, commands }, { shell }) => {
      const text = (await import('./completion.ts')).completionScript(shell, commands);
      out.show(text, text);
    },
  }),
} as const;

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

import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { DefinitionRow } from '../../../shared/contract/emulator/definitions.ts';
import { StartError, type ExitReason } from '../../emulator/host/start-error.ts';
import type { Hangar } from '../client/hangar.ts';
import { word } from '../flags/field.ts';
import type { Output } from '../output/output.ts';
import { command } from './action.ts';

/** The definition files of a repository. */
export const DEFINITIONS = {
  definitions: command({
    summary: 'List what was found in definition files, and what of it is not emulated; of a folder, without a Hangar',
    example: 'hangar definitions tasks',
    fields: { folder: word('DIR', 'Folder of definition files', { place: 'word', suggested: 'files' }) },
    run: async ({ hangar, out }, { folder }) => {
      const rows =
        folder === undefined
          ? (await (await hangar()).api.definitionFiles.list()).items
          : (await (await import('../../emulator/compose/read-definitions.ts')).readDefinitions(resolve(folder))).rows;
      out.table(rows, {
        head: ['slug', 'file', 'kind', 'not emulated, problems'],
        rows: rows.flatMap(cellsOf),
        none: 'No definition files were found.',
      });
    },
  }),
} as const;

/** The rows of a definition: one for each sentence about it. */
function cellsOf({ slug, file, line, kind, notEmulated, problem }: DefinitionRow): string[][] {
  const [first = '', ...others] = [...(problem === undefined ? [] : problem.split('\n')), ...notEmulated];
  return [[slug, `${file}:${line}`, kind, first], ...others.map((sentence) => ['', '', '', sentence])];
}

/** True for the path of a folder. */
export function isFolder(path: string): boolean {
  return statSync(resolve(path), { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Copies the definition files of a folder into a workspace file: that of the running Hangar when none is named. */
export async function importFolder(
  folder: string,
  into: string | undefined,
  { hangar, out }: { readonly hangar: () => Promise<Hangar>; readonly out: Output },
): Promise<ExitReason | undefined> {
  const file = into ?? (await (await hangar()).api.info()).workspace;
  if (file === '') throw new StartError('usage', 'the running Hangar has no workspace file; name one with --into FILE');
  const { importDefinitions } = await import('../../emulator/compose/read-definitions.ts');
  const { added, present, leftOut, sdk } = await importDefinitions(resolve(folder), resolve(file));
  for (const sentence of leftOut) out.note(`Left out: ${sentence}`);
  if (added.length + present.length === 0) {
    out.note(`Nothing was found in ${folder}, and nothing was written.`);
    return 'failed';
  }
  if (sdk !== '') out.note(`The setting "sdk" is "${sdk}" now.`);
  const kept = present.length === 0 ? '' : ` It had ${present.join(', ')} already.`;
  const sentence = added.length === 0 ? `Nothing is new for ${file}.` : `Copied ${added.join(', ')} into ${file}.`;
  out.show({ file, added, present, leftOut }, `${sentence}${kept}`);
  return undefined;
}

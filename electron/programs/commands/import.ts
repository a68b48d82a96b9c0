import { readExport } from '../../../shared/model/export-file.ts';
import { MAX_IMPORT_BYTES } from '../../../shared/contract/emulator/control.ts';
import { messageOf } from '../../../shared/values/message-of.ts';
import { readInput } from '../../emulator/host/read-input.ts';
import { UsageError } from '../flags/flag.ts';
import type { Handler } from './command.ts';
import type { IMPORT_FLAGS } from './flags.ts';
import { heldText } from './release.ts';

/** Replaces the definitions, and the state when the file has one. Only the flag lets go on what is unfinished in it. */
export const importFile: Handler<typeof IMPORT_FLAGS> = async ({ operands: [file = ''], flags, out, hangar }) => {
  const content = exportIn(file, await readInput('file', file, MAX_IMPORT_BYTES));
  const { api } = await hangar();
  await api.import({ body: { ...content, resume: flags.resume } });
  const held = await api.held.count();
  const text = content.state === undefined ? '' : heldText(held);
  out.show({ held }, text === '' ? `Imported ${file}.` : `Imported ${file}; held until hangar release: ${text}.`);
};

function exportIn(file: string, bytes: Buffer): ReturnType<typeof readExport> {
  try {
    return readExport(bytes.toString('utf8').replace(/^\ufeff/, ''));
  } catch (error) {
    throw new UsageError(`${file}: ${messageOf(error)}`);
  }
}

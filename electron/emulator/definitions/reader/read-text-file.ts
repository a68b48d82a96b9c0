import { readRegularFileSync } from '../../files/read-file.ts';
import type { Place, ReadText } from '../../../../shared/definitions/definition-problem.ts';
import { readYaml } from '../../../../shared/definitions/read-yaml.ts';
import { messageOf } from '../../../../shared/values/messages.ts';

/** Maximum sizes in bytes. */
export const MOST_BYTES = { definition: 1_000_000, entry: 10_000_000 };

const START: Place = { line: 1, column: 1 };

/** Reads a file of UTF-8, without its byte order mark. Throws with the reason, as the end of a sentence that begins with the file. */
export function readUtf8(path: string, most: number): string {
  let bytes: Buffer;
  try {
    bytes = readRegularFileSync(path, most);
  } catch (error) {
    throw new Error(`cannot be read: ${messageOf(error).replace(`${path} `, '')}`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error('is not valid UTF-8');
  }
}

/** Reads a file of YAML or JSON. */
export function readTextFile(path: string): ReadText | (Place & { readonly message: string }) {
  try {
    return readYaml(readUtf8(path, MOST_BYTES.definition));
  } catch (error) {
    return { ...START, message: messageOf(error) };
  }
}

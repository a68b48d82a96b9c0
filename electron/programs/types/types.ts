import type { Hangar } from '../client/hangar.ts';
import { describeWorkspace, keptOutputs } from './describe.ts';
import { pythonFile } from './python.ts';
import { typescriptFile } from './typescript.ts';

/** The types of the running Hangar's workspace in a language. @param before earlier text of the file, whose observed outputs stay */
export async function typesOf(hangar: Hangar, lang: 'typescript' | 'python', before: string): Promise<string> {
  const described = await describeWorkspace(hangar, keptOutputs(before));
  return lang === 'python' ? pythonFile(described) : typescriptFile(described);
}

import { MAX_FILE_BYTES, readRegularFileSync } from '../../../../files/read-file.ts';
import { fieldsOf } from '../../../../../../shared/values/json.ts';
import { messageOf } from '../../../../../../shared/values/messages.ts';
import type { CodeFile, ExportedDefinition } from '../../../../../../shared/definitions/code-file.ts';
import type { ListedFiles } from '../../protocol/protocol.ts';
import type { Modules } from './modules.ts';

/** The fields of what an SDK has attached to an export, such as `config` and `baseFunc`; `undefined` for other values. */
export function markedBySdk(exported: unknown, mark: RegExp): Readonly<Record<string, unknown>> | undefined {
  if (typeof exported !== 'function' && (typeof exported !== 'object' || exported === null)) return undefined;
  const marks: [string, unknown][] = Object.entries(exported);
  const [, marked] = marks.find(([name]) => mark.test(name)) ?? [];
  return typeof marked === 'object' && marked !== null && 'config' in marked ? fieldsOf(marked) : undefined;
}

/** Runs files, and lists the definitions that they export. An error concerns its file only. */
export async function listDefinitions({ files, word }: ListedFiles, modules: Modules): Promise<readonly CodeFile[]> {
  const mark = new RegExp(`^__${word}$`);
  const seen = new Set<unknown>();
  const found: CodeFile[] = [];
  for (const file of files) {
    try {
      const { exports } = await modules.runFile(file);
      const text = readRegularFileSync(file, MAX_FILE_BYTES.script).toString('utf8');
      const definitions = Object.entries(exports).flatMap(([name, exported]): ExportedDefinition[] => {
        const marked = seen.has(exported) ? undefined : markedBySdk(exported, mark);
        if (marked === undefined) return [];
        // A file may export what another one has defined.
        seen.add(exported);
        const isTask = typeof marked['baseFunc'] === 'function';
        return [{ name, isTask, config: plainJson(marked['config']), line: lineOfExport(text, name) }];
      });
      found.push({ file, definitions });
    } catch (error) {
      const view = viewIn(file);
      found.push(view ?? { file, definitions: [], problem: problemOf(error, file) });
    }
  }
  return found;
}

/** A file that cannot run here and has views alone, which need a page and JSX; `undefined` for others. */
function viewIn(file: string): CodeFile | undefined {
  const text = readRegularFileSync(file, MAX_FILE_BYTES.script).toString('utf8');
  if (!/\bview\s*\(/.test(text) || /\b(?:task|workflow)\s*\(/.test(text)) return undefined;
  const slug = /\bslug\s*:\s*['"`]([\w-]+)/.exec(text)?.[1] ?? '';
  return {
    file,
    definitions: [{ name: 'default', isTask: false, config: { slug }, line: lineOfExport(text, 'default') }],
  };
}

/** A JSON copy: an undefined value counts as absent. */
function plainJson(value: unknown): unknown {
  return JSON.parse(textOf(value) ?? 'null');
}

/** There is no JSON of a function or of undefined. */
function textOf(value: unknown): string | undefined {
  return JSON.stringify(value);
}

/** The line of an export; 1 when it is made in another way. */
function lineOfExport(text: string, name: string): number {
  const own = name.replaceAll('$', '\\$');
  const forms = [
    name === 'default'
      ? '^\\s*export\\s+default\\b'
      : `^\\s*export\\s+(?:const|let|var|(?:async\\s+)?function)\\s+${own}\\b`,
    `^\\s*(?:module\\.)?exports\\.${own}\\b`,
    `^\\s*export\\s*\\{[^}]*\\b${own}\\b`,
    '^\\s*module\\.exports\\b',
  ];
  for (const form of forms) {
    const found = new RegExp(form, 'm').exec(text);
    if (found !== null) return text.slice(0, found.index + found[0].search(/\S/)).split('\n').length;
  }
  return 1;
}

/** The error of a file, at the place in it that the error names, if any. */
function problemOf(error: unknown, file: string): NonNullable<CodeFile['problem']> {
  const texts = [messageOf(error), error instanceof Error ? (error.stack ?? '') : ''];
  const base = file.slice(file.lastIndexOf('/') + 1).replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  for (const text of texts) {
    const [, line, column] = new RegExp(`${base}:(\\d+)(?::(\\d+))?`).exec(text) ?? [];
    if (line !== undefined) return { line: Number(line), column: Number(column ?? 1), message: messageOf(error) };
  }
  return { line: 1, column: 1, message: messageOf(error) };
}

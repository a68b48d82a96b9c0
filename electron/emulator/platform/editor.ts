import { statSync } from 'node:fs';
import { spawn } from 'cross-spawn';
import { placesOf, type ProgramSearch } from './start-process.ts';
import { variableOf } from './environment.ts';

type EditorArguments = (file: string, line: number) => readonly string[];

const goto: EditorArguments = (file, line) => ['--goto', `${file}:${line}`];
const place: EditorArguments = (file, line) => [`${file}:${line}`];
const lineFirst: EditorArguments = (file, line) => ['--line', String(line), file];

/** Editors with a window that take a line, in the order in which they are looked for. */
const EDITORS: ReadonlyMap<string, EditorArguments> = new Map([
  ...(['code', 'cursor', 'codium', 'code-insiders'] as const).map((name) => [name, goto] as const),
  ...(['zed', 'subl'] as const).map((name) => [name, place] as const),
  ...(['idea', 'webstorm', 'pycharm'] as const).map((name) => [name, lineFirst] as const),
]);

/** The editor's program and its arguments that open a file at a line: the one that `VISUAL` or `EDITOR` names, or the first that is there. */
export function editorCommand(
  file: string,
  line: number,
  search: ProgramSearch,
  isFile: (path: string) => boolean = isRegularFile,
): readonly [program: string, args: readonly string[]] | undefined {
  const chosen = ['VISUAL', 'EDITOR'].map((name) => nameOf(variableOf(search.platform, search.variables, name) ?? ''));
  for (const name of [...chosen, ...EDITORS.keys()]) {
    const args = EDITORS.get(name);
    const program = args === undefined ? undefined : placesOf(name, search).find(isFile);
    if (args !== undefined && program !== undefined) return [program, args(file, line)];
  }
  return undefined;
}

/** Starts a program that goes on by itself; resolves with false when it cannot be started. */
export function startDetached(program: string, args: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { detached: true, stdio: 'ignore', windowsHide: true });
    child.once('spawn', () => resolve(true)).once('error', () => resolve(false));
    child.unref();
  });
}

/** The name of a program without folder, ending and arguments. */
function nameOf(command: string): string {
  return (
    command
      .trim()
      .split(/\s/)[0]
      ?.replace(/^.*[\\/]/, '')
      .replace(/\.(?:exe|cmd)$/i, '') ?? ''
  );
}

function isRegularFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

import { listPython } from '../behaviors/command/list-python.ts';
import { inheritedEnvironment } from '../behaviors/processes.ts';
import type { ScriptRunner } from '../behaviors/script/script-runner.ts';
import { mergedVariables } from '../platform/environment.ts';
import type { ListCode } from '../definitions/reader.ts';
import type { CodeFile } from '../../../shared/definitions/code-file.ts';
import { messageOf } from '../../../shared/values/messages.ts';

/** The surroundings of code whose definitions are listed. */
interface CodeSurroundings {
  /** The program of Python files. */
  readonly python: string;
  /** Config variables of the default environment. */
  readonly config: Readonly<Record<string, string>>;
}

/** Executes files of code to list their definitions: scripts as those of runs are, Python by its program. */
export function codeLister(script: Pick<ScriptRunner, 'list'>, surroundings: () => CodeSurroundings): ListCode {
  return ({ files, cwd, language, ...group }, word) => {
    const { python, config } = surroundings();
    const variables = plainVariables(group.variables, { ...group.variables, ...config });
    const listed = { files, cwd, word };
    return language === 'python'
      ? listPython({ ...listed, python, env: mergedVariables([inheritedEnvironment(), variables]) })
      : listScripts(script, { ...listed, variables });
  };
}

/** Lists files one by one when one of them ends the process of all. */
async function listScripts(
  script: Pick<ScriptRunner, 'list'>,
  listed: Parameters<ScriptRunner['list']>[0],
): Promise<readonly CodeFile[]> {
  try {
    return await script.list(listed);
  } catch (error) {
    const [file = '', ...others] = listed.files;
    if (others.length > 0)
      return (await Promise.all(listed.files.map((one) => listScripts(script, { ...listed, files: [one] })))).flat();
    return [{ file, definitions: [], problem: { line: 1, column: 1, message: messageOf(error) } }];
  }
}

/** Variables of a project, where those that name a config variable have its value. */
function plainVariables(
  variables: Readonly<Record<string, string>>,
  config: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, text]) => {
      const [, entry] = /^\{\{ config(?:\.(\w+)|\["(.+)"\]) \}\}$/.exec(text) ?? [];
      const value = entry === undefined ? text : config[entry];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

import { resolve } from 'node:path';
import { checkWorkspace } from '../../emulator/compose/workspace-problem.ts';
import type { Handler } from './command.ts';

/** Checks a workspace file without changing it. */
export const workspaceCheck: Handler = async ({ operands: [file = ''], out }) => {
  const { problem, warnings } = await checkWorkspace(resolve(file));
  const isValid = problem === '';
  if (isValid || out.isJson) out.show({ valid: isValid, problem, warnings }, `${file} is a valid workspace file.`);
  else out.note(problem);
  if (!out.isJson) for (const warning of warnings) out.note(`Warning: ${warning}`);
  return isValid ? undefined : 'usage';
};

import { ApiError } from '../../shared/http/errors.ts';
import { jsonEqual, plainJson } from '../../shared/model/json.ts';
import type { Workspace } from '../../shared/model/workspace.ts';
import { checkWorkspace } from './workspace-check.ts';
import { editText } from './workspace-edit.ts';
import { problemsText, WorkspaceError } from './workspace-error.ts';
import { mergeAuthored, withWrittenIds } from './workspace-merge.ts';
import { parseWorkspace } from './workspace-schema.ts';
import { readDocument, type WorkspaceDocument } from './workspace-text.ts';

/** The document that says the wanted, with as little of its text changed as that takes. Throws `ApiError('invalid_request')`. */
export function changedDocument(document: WorkspaceDocument, edited: Workspace): WorkspaceDocument {
  const wanted = withWrittenIds(document.workspace, edited);
  const parsed = parseWorkspace(wanted);
  const problems = 'problems' in parsed ? parsed.problems : checkWorkspace(parsed.workspace).problems;
  if (problems.length > 0 || 'problems' in parsed) throw new ApiError('invalid_request', problemsText(problems));
  const { authored, origins } = mergeAuthored(document.authored, document.workspace, parsed.workspace);
  const edit = editText(document.text, document.authored, authored, origins);
  const whole = `${JSON.stringify(authored, null, 2)}\n`;
  return says(edit, parsed.workspace) ?? givenDocument(whole);
}

/** The document of a text, when it means exactly this workspace. */
function says(text: string, workspace: Workspace): WorkspaceDocument | undefined {
  try {
    const document = readDocument(text, 'workspace');
    return jsonEqual(plainJson(document.workspace), plainJson(workspace)) ? document : undefined;
  } catch (error) {
    if (error instanceof WorkspaceError) return undefined;
    throw error;
  }
}

/** The document of a text that came with a request. Throws `ApiError('invalid_request')`. */
export function givenDocument(text: string): WorkspaceDocument {
  try {
    return readDocument(text, 'workspace');
  } catch (error) {
    throw error instanceof WorkspaceError ? new ApiError('invalid_request', error.message) : error;
  }
}

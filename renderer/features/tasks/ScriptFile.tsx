import { useMemo } from 'react';
import { type JsonObject, objectOf, textOf } from '../../../shared/values/json.ts';
import { scriptNameOf } from '../../../shared/values/messages.ts';
import { useEditor } from '../../authoring/context/authoring.ts';
import { OpenInEditor } from '../../authoring/editor/SourceNote.tsx';
import { useApi, useLiveQuery } from '../../core/data/hangar.ts';
import { useQueryState } from '../../core/page/page.ts';
import { CodeEditor } from '../../ui/inputs/CodeEditor.tsx';
import { CopyButton } from '../../ui/inputs/CopyButton.tsx';
import { stripBidiControls } from '../../ui/text/shown-text.tsx';

/** The file with the position in the URL, to be read. Renders nothing without a position, or for one in the task's own code. */
export function ScriptFile() {
  const { draft, saved } = useEditor();
  const position = useScriptPosition();
  if (position === undefined || isInTask(position, draft)) return null;
  return <FileAt task={textOf(saved?.['slug'])} position={position} />;
}

function FileAt({ task, position }: { task: string; position: ScriptPosition }) {
  const { file, line, column } = position;
  const api = useApi();
  const { data } = useLiveQuery(
    `code ${task} ${file}`,
    () => api.definitionFiles.code({ query: { task, file } }),
    ({ type }) => type === 'workspace',
  );
  const name = stripBidiControls(file);
  const at = `:${line}:${column}`;
  return (
    <section aria-label="Source file">
      <p className="quiet row">
        Line {line} of <code className="mono">{name}</code>
        <CopyButton value={(data?.path ?? file) + at} label={`Copy ${name}${at}`} short="Copy" />
        {data !== undefined && <OpenInEditor path={data.path} line={line} />}
      </p>
      {data !== undefined && (
        <CodeEditor {...{ position }} value={data.text} language="typescript" label={name} maxHeight={320} readOnly />
      )}
    </section>
  );
}

/** A position in a script, from a failure; lines and columns count from 1. */
interface ScriptPosition {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Parses a position such as `ledger.ts:5:33`; undefined for any other text. */
export function readScriptPosition(text: string): ScriptPosition | undefined {
  const [, file, line, column = '1'] = /^((?:[A-Za-z]:)?[^:]{1,200}):(\d{1,6})(?::(\d{1,6}))?$/.exec(text) ?? [];
  return file === undefined ? undefined : { file, line: Number(line), column: Number(column) };
}

/** The position in the URL (`?line=ledger.ts:5:33`); undefined for none. */
export function useScriptPosition(): ScriptPosition | undefined {
  const text = useQueryState().get('line');
  return useMemo(() => readScriptPosition(text), [text]);
}

/** True for a position in the code that a task has itself. */
export function isInTask({ file }: ScriptPosition, task: JsonObject): boolean {
  return objectOf(task['behavior'])['file'] === undefined && file === scriptNameOf(textOf(task['slug']));
}

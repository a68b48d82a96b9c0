import type { CompletionContext } from '@codemirror/autocomplete';
import { Input, SegmentedControl } from '@mantine/core';
import { useId, useMemo } from 'react';
import { scriptNameOf } from '../../../shared/values/script-name.ts';
import { useEditor, useField } from '../../authoring/context/authoring.ts';
import { useDefinitions } from '../../authoring/context/workspace-definitions.ts';
import { TextField } from '../../authoring/fields/fields.tsx';
import { objectOf, textOf } from '../../authoring/context/json-path.ts';
import { CodeEditor } from '../../ui/inputs/CodeEditor.tsx';
import { CopyButton } from '../../ui/inputs/CopyButton.tsx';
import { useLatest } from '../../ui/use-latest.ts';
import { switchScript } from './behavior-switch.ts';
import { scriptCompletions } from './script-completions.ts';
import { scopeOfTask } from './task-checks.ts';
import { useQueryState } from '../../core/page/url.ts';

const SOURCE = ['behavior', 'source'];

/** The fields of a task that runs a script: source code, or the path of a file. */
export function ScriptBehavior() {
  const { change } = useEditor();
  const behavior = objectOf(useField(['behavior']).value);
  const from = behavior['file'] === undefined ? 'source' : 'file';
  return (
    <>
      <SegmentedControl
        aria-label="Script source"
        value={from}
        data={[
          { value: 'source', label: 'Source code' },
          { value: 'file', label: 'File' },
        ]}
        style={{ alignSelf: 'flex-start' }}
        onChange={(next) => change((draft) => switchScript(draft, next === 'file' ? 'file' : 'source'))}
      />
      {from === 'file' ? <FileField /> : <SourceField />}
    </>
  );
}

function FileField() {
  const position = useScriptPosition();
  return (
    <>
      <TextField
        path={['behavior', 'file']}
        label="File"
        hint="Relative to the workspace file. Reloaded when it changes."
        placeholder="scripts/refund.ts"
        mono
      />
      {position !== undefined && <FileNote position={position} />}
    </>
  );
}

/** Names a position in a file outside the workspace file. */
function FileNote({ position: { file, line, column } }: { position: ScriptPosition }) {
  const text = `${file}:${line}:${column}`;
  return (
    <p role="status" className="quiet">
      Line {line} is in the file <code>{file}</code>. <CopyButton value={text} label={`Copy ${text}`} short="Copy" />
    </p>
  );
}

function SourceField() {
  const field = useField(SOURCE);
  const position = useScriptPosition();
  const slug = textOf(useField(['slug']).value);
  const isHere = position?.file === scriptNameOf(slug);
  const id = useId();
  const completions = useCompletions();
  return (
    <Input.Wrapper
      label="Script"
      labelElement="div"
      description="An ES module in JavaScript or TypeScript. Its default export gets the context and returns the output. Ctrl Space completes."
      error={field.error}
      errorProps={{ id: `${id}-error` }}
      onBlur={field.touch}
    >
      <CodeEditor
        value={textOf(field.value)}
        onChange={field.set}
        language="typescript"
        label="Script"
        invalid={field.error !== undefined}
        describedBy={`${id}-error`}
        minHeight={220}
        completions={completions}
        position={isHere ? position : undefined}
      />
      {position !== undefined && !isHere && <FileNote position={position} />}
      <p className="quiet">
        Types for your editor: <code>import type {'{ Script }'} from 'hangar/script'</code>.
      </p>
    </Input.Wrapper>
  );
}

/** A stable function for the editor that completes names of the current draft. */
function useCompletions() {
  const { draft } = useEditor();
  const definitions = useDefinitions();
  return useLatest((context: CompletionContext) => scriptCompletions(context, scopeOfTask(draft, [], definitions)));
}

/** A position in a script, from a failure; lines and columns count from 1. */
interface ScriptPosition {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Parses a position such as `ledger.ts:5:33`; undefined for any other text. */
export function readScriptPosition(text: string): ScriptPosition | undefined {
  const [, file, line, column = '1'] = /^([^:]{1,200}):(\d{1,6})(?::(\d{1,6}))?$/.exec(text) ?? [];
  return file === undefined ? undefined : { file, line: Number(line), column: Number(column) };
}

/** The position in the URL (`?line=ledger.ts:5:33`); undefined for none. */
function useScriptPosition(): ScriptPosition | undefined {
  const text = useQueryState().get('line');
  return useMemo(() => readScriptPosition(text), [text]);
}

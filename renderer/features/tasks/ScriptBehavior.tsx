import type { CompletionContext } from '@codemirror/autocomplete';
import { Input, SegmentedControl } from '@mantine/core';
import { useId } from 'react';
import { useEditor, useField } from '../../authoring/context/authoring.ts';
import { useDefinitions } from '../../authoring/context/workspace-definitions.ts';
import { TextField } from '../../authoring/fields/fields.tsx';
import { objectOf, textOf } from '../../../shared/values/json.ts';
import { CodeEditor } from '../../ui/inputs/CodeEditor.tsx';
import { useLatest } from '../../ui/hooks.ts';
import { switchScript } from './behavior-switch.ts';
import { scriptCompletions } from './script-completions.ts';
import { scopeOfTask } from './task-checks.ts';
import { isInTask, useScriptPosition } from './ScriptFile.tsx';

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
  return (
    <TextField
      path={['behavior', 'file']}
      label="File"
      hint="Relative to the workspace file. Reloaded when it changes."
      placeholder="scripts/refund.ts"
      mono
    />
  );
}

function SourceField() {
  const field = useField(SOURCE);
  const position = useScriptPosition();
  const { draft } = useEditor();
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
        position={position !== undefined && isInTask(position, draft) ? position : undefined}
      />
      <p className="quiet small">
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

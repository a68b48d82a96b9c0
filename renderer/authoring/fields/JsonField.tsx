import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import type { EditorView } from '@codemirror/view';
import { CodeField } from '../../ui/inputs/CodeField.tsx';
import { useLatest } from '../../ui/hooks.ts';
import { messagesOf, useEditor, useField } from '../context/authoring.ts';
import { completionsAt, insertionOf } from '../scope/completions.ts';
import type { ScopePath } from '../scope/scope-name.ts';
import { type Json, jsonOfText, type JsonPath } from '../../../shared/values/json.ts';
import { FieldWithWarning } from './fields.tsx';
import { useScope } from './ExpressionField.tsx';
import type { Scope } from '../scope/scope.ts';
import { unparsed, unparsedText } from '../scope/draft-values.ts';
import { useFieldText } from './use-field-text.ts';

interface JsonFieldProps {
  readonly path: JsonPath;
  readonly label: string;
  readonly hint?: string;
  /** True when texts may be templates. */
  readonly templates?: boolean;
  /** The value of an empty text. Without one, an empty text removes the field. */
  readonly preset?: Json;
}

/** A JSON value as text. An invalid text is kept and prevents saving. */
export function JsonField({ path, label, hint, templates = false, preset }: JsonFieldProps) {
  const field = useField(path);
  const scope = useScope();
  const { visibleProblems } = useEditor();
  const { text, setText } = useFieldText(field.value, {
    read: (typed) => readJson(typed) ?? preset,
    write: textOfJson,
  });
  const completions = useLatest((context: CompletionContext) => scopeCompletions(context, scope));
  // Shows the problems of nested templates, too.
  const { error, warning } = messagesOf(visibleProblems(path)[0]);
  return (
    <FieldWithWarning warning={warning}>
      <CodeField
        {...{ label, error }}
        description={hint}
        onBlur={field.touch}
        value={text}
        onChange={(next) => next !== text && field.set(setText(next))}
        language="json"
        maxHeight={320}
        {...(templates ? { completions } : {})}
      />
    </FieldWithWarning>
  );
}

function readJson(text: string): Json | undefined {
  if (text.trim() === '') return undefined;
  const value = jsonOfText(text);
  return value === undefined ? unparsed(text) : value;
}

function textOfJson(value: Json | undefined): string {
  return value === undefined ? '' : (unparsedText(value) ?? JSON.stringify(value, null, 2));
}

/** Inserts the name, with the braces after it. */
function accept(view: EditorView, option: ScopePath, { from, to }: { from: number; to: number }): void {
  const { text, caret } = insertionOf(option, view.state.sliceDoc(to, view.state.doc.lineAt(to).to));
  view.dispatch({
    changes: { from, to, insert: text },
    selection: { anchor: from + caret },
    userEvent: 'input.complete',
  });
}

/** Completes names between `{{` and `}}`. */
function scopeCompletions({ state, pos }: CompletionContext, scope: Scope): CompletionResult | null {
  const line = state.doc.lineAt(pos);
  const found = completionsAt(line.text, pos - line.from, { mode: 'template', scope });
  if (found === undefined) return null;
  return {
    from: line.from + found.from,
    options: found.options.map((option) => ({
      label: option.path,
      detail: option.detail,
      type: 'variable',
      apply: (view: EditorView, _: Completion, start: number, to: number) => accept(view, option, { from: start, to }),
    })),
  };
}

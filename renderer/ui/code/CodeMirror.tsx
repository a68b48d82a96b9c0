import { autocompletion, type CompletionSource, insertBracket } from '@codemirror/autocomplete';
import { type Diagnostic, linter } from '@codemirror/lint';
import { Compartment, EditorState, type Extension, Prec } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { type CodeLanguage, languageExtension, baseExtensions } from './setup.ts';

/** A position in a text; lines and columns count from 1. */
interface CodePosition {
  readonly line: number;
  readonly column: number;
}

/** The properties of the code editor. */
export interface CodeMirrorProps {
  readonly value: string;
  readonly onChange?: (value: string) => void;
  readonly language: CodeLanguage;
  /** The accessible name. */
  readonly label: string;
  /** The ID of a describing element, such as its error. */
  readonly describedBy?: string;
  readonly invalid?: boolean;
  readonly readOnly?: boolean;
  readonly minHeight?: number;
  readonly maxHeight?: number;
  /** Must not change between renders. */
  readonly completions?: CompletionSource;
  /** Position to show when the editor opens and when it changes. */
  readonly position?: CodePosition | undefined;
  /** Finds problems. Must not change between renders. */
  readonly lint?: (text: string) => readonly Diagnostic[];
}

/** CodeMirror as a controlled component. Keeps cursor and history when the change is its own. */
export function CodeMirror(props: CodeMirrorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const latest = useRef(props);
  const changing = useRef(new Compartment());
  useEffect(() => void (latest.current = props));
  useEffect(() => {
    const onUpdate = EditorView.updateListener.of((update) => {
      if (update.docChanged) latest.current.onChange?.(update.state.doc.toString());
    });
    const made = new EditorView({
      state: firstState(latest.current.value, [
        baseExtensions,
        onUpdate,
        changing.current.of(extensionsOf(latest.current)),
      ]),
      ...(host.current === null ? {} : { parent: host.current }),
    });
    view.current = made;
    return () => made.destroy();
  }, []);
  const { value, language, label, readOnly, invalid, describedBy, minHeight, maxHeight, completions, lint } = props;
  useEffect(() => {
    view.current?.dispatch({ effects: changing.current.reconfigure(extensionsOf(latest.current)) });
  }, [language, label, readOnly, invalid, describedBy, minHeight, maxHeight, completions, lint]);
  useEffect(() => {
    const doc = view.current?.state.doc;
    if (doc === undefined || doc.toString() === value) return;
    view.current?.dispatch({ changes: { from: 0, to: doc.length, insert: value } });
  }, [value]);
  const { line, column } = props.position ?? {};
  useEffect(() => {
    if (view.current !== null && line !== undefined) showPosition(view.current, line, column ?? 1);
  }, [line, column]);
  return <div ref={host} data-code-editor={label} />;
}

/** Puts the cursor at a position, or at the last existing one before it, and scrolls there. */
function showPosition(view: EditorView, number: number, column: number): void {
  const { doc } = view.state;
  const line = doc.line(Math.min(Math.max(number, 1), doc.lines));
  const anchor = Math.min(line.from + Math.max(column - 1, 0), line.to);
  view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
  view.focus();
}

function extensionsOf({ language, label, readOnly = false, ...rest }: CodeMirrorProps): Extension {
  const { completions, lint, invalid = false, describedBy } = rest;
  return [
    languageExtension(language),
    language === 'json' ? emptyBrackets : [],
    EditorState.readOnly.of(readOnly),
    EditorView.contentAttributes.of({
      'aria-label': label,
      // Lets Tab reach an editor that scrolls in every browser.
      tabindex: '0',
      'aria-invalid': String(invalid),
      ...(readOnly ? { 'aria-readonly': 'true' } : {}),
      ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
    }),
    EditorView.editorAttributes.of({ 'data-invalid': String(invalid) }),
    EditorView.theme({
      '.cm-content, .cm-gutter': { minHeight: `${rest.minHeight ?? 60}px` },
      '.cm-scroller': { maxHeight: rest.maxHeight === undefined ? 'none' : `${rest.maxHeight}px`, overflow: 'auto' },
    }),
    completions === undefined ? [] : autocompletion({ override: [completions] }),
    lint === undefined ? [] : linter((view) => [...lint(view.state.doc.toString())], { delay: 200 }),
  ];
}

/** An empty object or list; the cursor goes between its brackets. */
const EMPTY = /^(?:\{\}|\[\])$/;

/**
 * The first state of an editor. The brackets of an empty object or list count as typed: one writes on between them, and a
 * closing bracket that is typed goes over the one that is there.
 */
function firstState(doc: string, extensions: Extension): EditorState {
  if (!EMPTY.test(doc)) return EditorState.create({ doc, extensions });
  const { state } = withBrackets(EditorState.create({ extensions }), doc);
  return state;
}

const handler = EditorView.inputHandler.of((view, _from, _to, text) => {
  const doc = view.state.doc.toString();
  if (!/^[{[]$/.test(text) || doc !== '{}') return false;
  const emptied = view.state.update({ changes: { from: 0, to: doc.length } });
  view.dispatch([emptied, withBrackets(emptied.state, text)]);
  return true;
});

/**
 * Takes an opening bracket that is typed into an empty object for the one that is there, or puts it in its place. Asked before
 * the handler that closes brackets.
 */
const emptyBrackets: Extension = Prec.high(handler);

/** Types an opening bracket into an empty text, which closes it. */
function withBrackets(empty: EditorState, brackets: string) {
  return insertBracket(empty, brackets.slice(0, 1)) ?? empty.update({ changes: { from: 0, insert: brackets } });
}

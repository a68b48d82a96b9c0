import { acceptCompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
  syntaxTree,
} from '@codemirror/language';
import { lintKeymap, type Diagnostic, linter } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { type Extension, EditorState } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { javascript } from '@codemirror/lang-javascript';
import { json, jsonParseLinter } from '@codemirror/lang-json';

const highlight = HighlightStyle.define([
  { tag: [tags.keyword, tags.bool, tags.null, tags.atom], color: 'var(--h-accent)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--h-ok)' },
  { tag: tags.number, color: 'var(--h-run)' },
  { tag: tags.comment, color: 'var(--h-fg3)', fontStyle: 'italic' },
  { tag: [tags.typeName, tags.className], color: 'var(--h-wait)' },
  { tag: tags.invalid, color: 'var(--h-bad)' },
]);

const look = EditorView.theme({
  '&': {
    border: '1px solid var(--h-line-strong)',
    borderRadius: '6px',
    background: 'var(--h-bg)',
    color: 'var(--h-fg)',
    fontSize: '12px',
  },
  '&[data-invalid="true"]': { borderColor: 'var(--h-bad)' },
  '&.cm-focused': { outline: '2px solid var(--h-accent)', outlineOffset: '1px' },
  '.cm-scroller': { fontFamily: 'var(--h-mono)', lineHeight: '1.6' },
  '.cm-content': { caretColor: 'var(--h-fg)' },
  '.cm-cursor': { borderLeftColor: 'var(--h-fg)' },
  '.cm-gutters': { background: 'transparent', color: 'var(--h-fg3)', border: 'none' },
  '.cm-activeLine': { background: 'transparent' },
  '&.cm-focused .cm-activeLine': { background: 'color-mix(in srgb, var(--h-accent) 6%, transparent)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'color-mix(in srgb, var(--h-accent) 28%, transparent)',
  },
  '.cm-tooltip': { background: 'var(--h-bg)', color: 'var(--h-fg)', border: '1px solid var(--h-line)' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    background: 'var(--h-accent-solid)',
    color: 'var(--h-on-accent)',
  },
  '.cm-panels': { background: 'var(--h-bg2)', color: 'var(--h-fg)' },
});

/** The extensions of every editor. Tab leaves the editor (WCAG 2.1.2), unless it takes a completion. */
export const baseExtensions: Extension = [
  lineNumbers(),
  foldGutter(),
  history(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  highlightActiveLine(),
  highlightSelectionMatches(),
  EditorView.lineWrapping,
  syntaxHighlighting(highlight),
  look,
  keymap.of([
    { key: 'Tab', run: acceptCompletion },
    ...closeBracketsKeymap,
    ...defaultKeymap.filter(({ key }) => key !== 'Mod-Enter'),
    ...searchKeymap,
    ...historyKeymap,
    ...foldKeymap,
    ...completionKeymap,
    ...lintKeymap,
  ]),
];

/** The language of a code editor. `expression` is a JavaScript expression, as in `when`. */
export type CodeLanguage = 'json' | 'javascript' | 'typescript' | 'expression' | 'text';

const parseJson = jsonParseLinter();

/** Closes the braces of templates within texts, where CodeMirror closes nothing. */
const closeBracesInTexts = EditorState.languageData.of((state, at) => {
  const isInText = syntaxTree(state).resolveInner(at, -1).name === 'String';
  return isInText ? [{ closeBrackets: { brackets: ['{', '"'], before: '}"' } }] : [];
});

const LANGUAGES: Readonly<Record<CodeLanguage, () => Extension>> = {
  json: () => [
    closeBracesInTexts,
    json(),
    linter((view) => (view.state.doc.length === 0 ? [] : parseJson(view)), { delay: 200 }),
  ],
  javascript: () => javascript(),
  typescript: () => [javascript({ typescript: true }), linter(syntaxErrors, { delay: 400 })],
  expression: () => javascript(),
  text: () => [],
};

/** The extensions of a language. */
export function languageExtension(language: CodeLanguage): Extension {
  return LANGUAGES[language]();
}

/** Reports syntax errors. */
function syntaxErrors({ state }: EditorView): Diagnostic[] {
  const found: Diagnostic[] = [];
  syntaxTree(state).iterate({
    enter: ({ type, from, to }) => {
      if (type.isError) found.push({ from, to, severity: 'error', message: 'The script cannot be read from here on.' });
    },
  });
  return found;
}

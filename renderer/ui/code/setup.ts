import { acceptCompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language';
import { lintKeymap } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import type { Extension } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';

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

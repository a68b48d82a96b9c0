import { insertBracket } from '@codemirror/autocomplete';
import { EditorState, type Extension, Prec } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** An empty object or list; the cursor goes between its brackets. */
const EMPTY = /^(?:\{\}|\[\])$/;

/**
 * The first state of an editor. The brackets of an empty object or list count as typed: one writes on between them, and a
 * closing bracket that is typed goes over the one that is there.
 */
export function firstState(doc: string, extensions: Extension): EditorState {
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
export const emptyBrackets: Extension = Prec.high(handler);

/** Types an opening bracket into an empty text, which closes it. */
function withBrackets(empty: EditorState, brackets: string) {
  return insertBracket(empty, brackets.slice(0, 1)) ?? empty.update({ changes: { from: 0, insert: brackets } });
}

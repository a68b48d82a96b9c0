import { javascript } from '@codemirror/lang-javascript';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import { syntaxTree } from '@codemirror/language';
import { type Diagnostic, linter } from '@codemirror/lint';
import { EditorState, type Extension } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';

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

import { javascript } from '@codemirror/lang-javascript';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import { linter } from '@codemirror/lint';
import type { Extension } from '@codemirror/state';

/** What a code editor can hold. `expression` is one JavaScript expression, as in `when`. */
export type CodeLanguage = 'json' | 'javascript' | 'typescript' | 'expression' | 'text';

const parseJson = jsonParseLinter();

const LANGUAGES: Readonly<Record<CodeLanguage, () => Extension>> = {
  json: () => [json(), linter((view) => (view.state.doc.length === 0 ? [] : parseJson(view)), { delay: 200 })],
  javascript: () => javascript(),
  typescript: () => javascript({ typescript: true }),
  expression: () => javascript(),
  text: () => [],
};

/** The extensions of a language. */
export function languageExtension(language: CodeLanguage): Extension {
  return LANGUAGES[language]();
}

import { CodeMirror } from '../../ui/code/CodeMirror.tsx';
import { CodeEditor } from '../../ui/CodeEditor.tsx';
import { CodeField } from '../../ui/CodeField.tsx';
import { type Examples, LONG_WORD } from './example.ts';

const SCRIPT = `export default async ({ params, log }) => {\n  log('Charging the card');\n  return { ok: params.amount > 0 };\n};`;
const JSON_TEXT = '{\n  "order_id": "AB1042",\n  "amount": 240,\n  "paid": true\n}';

/** Editors of code. */
export const examples: Examples = {
  CodeMirror: {
    json: <CodeMirror label="JSON" language="json" value={JSON_TEXT} />,
    typescript: <CodeMirror label="Script" language="typescript" value={SCRIPT} />,
    expression: <CodeMirror label="Expression" language="expression" value="params.amount > 100 && !params.paid" />,
    empty: <CodeMirror label="Empty" language="text" value="" />,
    disabled: <CodeMirror label="Read only" language="json" value={JSON_TEXT} readOnly />,
    error: <CodeMirror label="Invalid" language="json" value="{" invalid />,
    'long text': <CodeMirror label="Long line" language="text" value={LONG_WORD.repeat(4)} />,
    'many items': (
      <CodeMirror
        label="Many lines"
        language="json"
        value={JSON.stringify(Array(500).fill(1), null, 2)}
        maxHeight={160}
      />
    ),
  },
  CodeEditor: { default: <CodeEditor label="Editor" language="json" value={JSON_TEXT} /> },
  CodeField: {
    default: <CodeField label="Body" language="json" value={JSON_TEXT} description="Sent as it is written." />,
    error: <CodeField label="Wrong body" language="json" value="{" error="The object does not end." />,
  },
};

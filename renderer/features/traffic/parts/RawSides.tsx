import type { TrafficSide } from '../../../../shared/contract/emulator/rows.ts';
import { CopyButton } from '../../../ui/inputs/CopyButton.tsx';
import { numberText, stripBidiControls } from '../../../ui/text/shown-text.ts';
import classes from './sides.module.css';

/** One side of a request, with its first line. */
interface RawSide {
  readonly line: string;
  /** Absent while there is no answer. */
  readonly side?: TrafficSide | undefined;
  /** Reason for a sent body that was not read. */
  readonly unread?: string;
}

/** The raw request and response, with masked secrets. */
export function RawSides({ request, answer }: { request: RawSide; answer: RawSide }) {
  const sides = { 'Raw request': rawText(request), 'Raw response': rawText(answer) };
  return Object.entries(sides).map(([label, text]) => (
    <section key={label} aria-label={label}>
      <div className="row">
        <h2 className={classes['title']}>{label}</h2>
        <CopyButton value={text} label={`Copy ${label.toLowerCase()}`} short="Copy" />
      </div>
      <pre className="code" style={{ margin: '8px 0 16px', whiteSpace: 'pre-wrap' }}>
        {stripBidiControls(text)}
      </pre>
    </section>
  ));
}

function rawText({ line, side, unread = '' }: RawSide): string {
  if (side === undefined) return line;
  const { headers, body, encoding, truncated, size } = side;
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  const notes = [
    encoding === 'base64' ? '[binary body in base64]' : '',
    truncated ? `[truncated: the beginning of ${numberText(size)} bytes]` : '',
    unread === '' ? '' : `[${unread}]`,
  ];
  return [line, ...lines, '', ...notes.filter((note) => note !== ''), body].join('\n');
}

import type { TrafficEntry, TrafficSide } from '../../../shared/contract/emulator/rows.ts';
import { endText } from '../../core/traffic/request-look.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { numberText } from '../../ui/counted.ts';
import classes from './traffic.module.css';
import { unreadBody } from './unread-body.ts';
import { withoutDirections } from '../../ui/without-directions.ts';

/** The raw request and response, with masked secrets. */
export function RawSides({ entry }: { entry: TrafficEntry }) {
  const { row, request, answer } = entry;
  const requestLine = `${row.method} ${row.path}${row.query} HTTP/1.1`;
  const sides = {
    'Raw request': rawText(requestLine, request, unreadBody(entry)),
    'Raw response': rawText(row.status === 0 ? `[${endText(row)}]` : `HTTP/1.1 ${row.status}`, answer),
  };
  return Object.entries(sides).map(([label, text]) => (
    <section key={label} aria-label={label}>
      <div className="row">
        <h2 className={classes['whyTitle']}>{label}</h2>
        <CopyButton value={text} label={`Copy ${label.toLowerCase()}`} short="Copy" />
      </div>
      <pre className="code" style={{ margin: '8px 0 16px', whiteSpace: 'pre-wrap' }}>
        {withoutDirections(text)}
      </pre>
    </section>
  ));
}

function rawText(firstLine: string, side: TrafficSide, unread = ''): string {
  const { headers, body, encoding, truncated, size } = side;
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  const notes = [
    encoding === 'base64' ? '[binary body in base64]' : '',
    truncated ? `[truncated: the beginning of ${numberText(size)} bytes]` : '',
    unread === '' ? '' : `[${unread}]`,
  ];
  return [firstLine, ...lines, '', ...notes.filter((note) => note !== ''), body].join('\n');
}

import type { TrafficEntry, TrafficSide } from '../../../shared/contract/emulator/rows.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { TabPanel } from '../../ui/LinkTabs.tsx';
import classes from './traffic.module.css';
import { unreadBody } from './unread-body.ts';

/** Both sides as they went over the wire, secrets masked. */
export function RawSides({ entry }: { entry: TrafficEntry }) {
  const { row, request, answer } = entry;
  const sides = [
    {
      label: 'Raw request',
      text: rawText(`${row.method} ${row.path}${row.query} HTTP/1.1`, request, unreadBody(entry)),
    },
    { label: 'Raw answer', text: rawText(`HTTP/1.1 ${row.status}`, answer) },
  ];
  return (
    <TabPanel label="Raw">
      {sides.map(({ label, text }) => (
        <section key={label} aria-label={label}>
          <div className={classes['rawBar']}>
            <h2>{label}</h2>
            <CopyButton value={text} label={`Copy ${label.toLowerCase()}`} short="Copy" />
          </div>
          <pre className={classes['raw']}>{text}</pre>
        </section>
      ))}
    </TabPanel>
  );
}

function rawText(first: string, side: TrafficSide, unread = ''): string {
  const { headers, body, encoding, truncated, size } = side;
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  const notes = [
    encoding === 'base64' ? '[the body is bytes, in base64]' : '',
    truncated ? `[only the beginning of ${size} bytes]` : '',
    unread === '' ? '' : `[${unread}]`,
  ];
  return [first, ...lines, '', ...notes.filter((note) => note !== ''), body].join('\n');
}

import { useMemo } from 'react';
import type { TrafficSide } from '../../../../shared/contract/emulator/rows.ts';
import { type Json, jsonOfText } from '../../../../shared/values/json.ts';
import { CopyButton } from '../../../ui/inputs/CopyButton.tsx';
import { numberText, stripBidiControls } from '../../../ui/text/shown-text.tsx';
import { JsonView } from '../../../ui/lists/JsonView.tsx';
import classes from './sides.module.css';

interface SideViewProps {
  readonly label: 'Request' | 'Response';
  readonly side: TrafficSide;
  /** Stands above it, beside another side. */
  readonly title?: string | undefined;
  /** Query string with its `?`. */
  readonly query?: string;
  /** Reason for a sent body that was not read. */
  readonly unread?: string;
  /** True for the path of a value in the body that was refused. */
  readonly isWrong?: ((path: string) => boolean) | undefined;
}

/** The first line of a request, which names its page. */
export function RequestTitle({ method, path }: { method: string; path: string }) {
  return (
    <span title={stripBidiControls(path)}>
      <span className="quiet">{method}</span> {stripBidiControls(path)}
    </span>
  );
}

/** The request or the response: query and formatted body, then its headers, which are open when there is no body. */
export function SideView({ label, side, title, query = '', unread = '', isWrong }: SideViewProps) {
  const fields = [...new URLSearchParams(query)];
  const isEmpty = side.size === 0;
  return (
    <>
      {fields.length > 0 && (
        <div className={classes['heads']}>
          <Pairs label="Query" pairs={fields} />
        </div>
      )}
      {isEmpty ? (
        <div className={classes['note']}>
          <Title title={title} />
          {unread === '' ? 'No body' : stripBidiControls(unread)}
        </div>
      ) : (
        <SideBody {...{ label, side, title, isWrong }} />
      )}
      <details className={classes['heads']} open={isEmpty}>
        <summary>
          Headers <span className="quiet small">{side.headers.length}</span>
        </summary>
        <div role="region" aria-label={`${label} headers`} tabIndex={0}>
          <Pairs label="Headers" pairs={side.headers} />
        </div>
      </details>
    </>
  );
}

function Title({ title }: Pick<SideViewProps, 'title'>) {
  return title !== undefined && <h2 className={classes['side']}>{title}</h2>;
}

function Pairs({ label, pairs }: { label: string; pairs: readonly (readonly [string, string])[] }) {
  return (
    <dl className={classes['pairs']} aria-label={label}>
      {pairs.map(([name, value], index) => (
        // Headers can be repeated, so only the index identifies them.
        <div key={index}>
          <dt>{stripBidiControls(name)}</dt>
          <dd>{stripBidiControls(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The body of a side, formatted. */
export function SideBody({ label, side, title, isWrong }: Pick<SideViewProps, 'label' | 'side' | 'title' | 'isWrong'>) {
  const json = useMemo(() => parsed(side), [side]);
  return (
    <>
      {side.truncated && (
        <p className={classes['note']}>Truncated: shows the beginning of {numberText(side.size)} bytes.</p>
      )}
      {json !== undefined && (
        <JsonView
          value={json}
          label={`${label} body`}
          title={title === undefined ? undefined : <Title title={title} />}
          isWrong={isWrong}
        />
      )}
      {json === undefined && (
        <>
          <div className="toolbar">
            <Title title={title} />
            <span className="grow quiet">{side.encoding === 'base64' ? 'Binary, shown in base64' : 'Plain text'}</span>
            <CopyButton value={side.body} label={`Copy ${label.toLowerCase()} body`} short="Copy" />
          </div>
          <pre className="scroll printed" role="region" aria-label={`${label} body`} tabIndex={0}>
            {stripBidiControls(side.body)}
          </pre>
        </>
      )}
    </>
  );
}

function parsed({ body, encoding, truncated }: TrafficSide): Json | undefined {
  if (encoding === 'base64' || truncated) return undefined;
  return jsonOfText(body);
}

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

import { useMemo } from 'react';
import type { TrafficSide } from '../../../../shared/contract/emulator/rows.ts';
import { type Json, jsonOfText } from '../../../../shared/values/json.ts';
import { CopyButton } from '../../../ui/inputs/CopyButton.tsx';
import { numberText, stripBidiControls } from '../../../ui/text/shown-text.ts';
import { JsonView } from '../../../ui/lists/JsonView.tsx';
import classes from './sides.module.css';

interface SideViewProps {
  readonly label: 'Request' | 'Response';
  readonly side: TrafficSide;
  /** Query string with its `?`. */
  readonly query?: string;
  /** Reason for a sent body that was not read. */
  readonly unread?: string;
  /** True for the path of a value in the body that was refused. */
  readonly isWrong?: ((path: string) => boolean) | undefined;
}

/** The request or the response: query and formatted body, then its headers, which are open when there is no body. */
export function SideView({ label, side, query = '', unread = '', isWrong }: SideViewProps) {
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
        <p className={classes['note']}>{unread === '' ? 'No body' : stripBidiControls(unread)}</p>
      ) : (
        <SideBody {...{ label, side, isWrong }} />
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
export function SideBody({ label, side, isWrong }: Pick<SideViewProps, 'label' | 'side' | 'isWrong'>) {
  const json = useMemo(() => parsed(side), [side]);
  return (
    <>
      {side.truncated && (
        <p className={classes['note']}>Truncated: shows the beginning of {numberText(side.size)} bytes.</p>
      )}
      {json !== undefined && <JsonView value={json} label={`${label} body`} isWrong={isWrong} />}
      {json === undefined && (
        <>
          <div className="toolbar">
            <span>{side.encoding === 'base64' ? 'Binary, shown in base64' : 'Plain text'}</span>
            <CopyButton value={side.body} label={`Copy ${label.toLowerCase()} body`} short="Copy" />
          </div>
          <pre className={classes['text']} role="region" aria-label={`${label} body`} tabIndex={0}>
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

import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { jsonOfText } from '../../../shared/values/json.ts';
import { JsonView } from '../../ui/lists/JsonView.tsx';
import { ToneBadge } from '../../ui/text/StatusBadge.tsx';
import { duration } from '../../ui/text/time.tsx';
import type { RawResponse } from '../data/api.ts';
import classes from './ResponseView.module.css';
import { CopyButton } from '../../ui/inputs/CopyButton.tsx';
import { curlOf } from '../../ui/text/curl.ts';
import { useInfo } from '../data/hangar.ts';

/** The response to a request. Scrolls into view when it arrives. */
export function ResponseView({ answer, children }: { answer: RawResponse; children?: ReactNode }) {
  const json = useMemo(() => jsonOfText(answer.body), [answer.body]);
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    // In braces, because newer browsers return a promise, which React would take for a clean-up.
    place.current?.scrollIntoView({ block: 'nearest' });
  }, [answer]);
  return (
    <section ref={place} className={classes['answer']} aria-label="Answer" aria-live="polite">
      <p className={classes['line']}>
        <ToneBadge tone={answer.status < 300 ? 'ok' : 'bad'}>{answer.status}</ToneBadge>
        <span>{duration(answer.milliseconds)}</span>
        {children}
      </p>
      <details>
        <summary>{answer.headers.length} headers</summary>
        <pre className={classes['text']}>{answer.headers.map(([name, value]) => `${name}: ${value}`).join('\n')}</pre>
      </details>
      {json === undefined ? (
        <pre className={classes['text']}>{answer.body === '' ? 'No body.' : answer.body}</pre>
      ) : (
        <JsonView value={json} label="Answer body" height={220} />
      )}
    </section>
  );
}

interface CopyGetProps {
  readonly path: string;
  /** Accessible name of the button. */
  readonly label?: string;
}

/** A button that copies a GET request of the API as curl. */
export function CopyGet({ path, label = 'Copy as curl' }: CopyGetProps) {
  const info = useInfo();
  if (info === undefined) return null;
  const headers = { 'X-Service-API-Key': info.apiKey };
  const command = curlOf({ method: 'GET', url: info.url + path, headers });
  return <CopyButton value={command} label={label} short="Copy as curl" />;
}

interface ApiResponseProps {
  readonly path: string;
  readonly value: object;
}

/** A GET request of the API and the JSON that it returns. */
export function ApiResponse({ path, value }: ApiResponseProps) {
  return (
    <>
      <div className="toolbar" style={{ paddingBottom: 0 }}>
        <code className="mono grow">GET {path}</code>
        <CopyGet path={path} />
      </div>
      <JsonView value={value} label="API answer" />
    </>
  );
}

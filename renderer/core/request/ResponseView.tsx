import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { jsonOfText } from '../../../shared/values/json.ts';
import { JsonView } from '../../ui/lists/JsonView.tsx';
import { ToneBadge } from '../../ui/text/StatusBadge.tsx';
import { duration } from '../../ui/text/time.ts';
import type { RawResponse } from '../data/api.ts';
import classes from './ResponseView.module.css';

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

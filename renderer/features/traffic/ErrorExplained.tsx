import { TriangleAlertIcon } from 'lucide-react';
import type { TrafficEntry } from '../../../shared/contract/emulator/rows.ts';
import { StatusShape } from '../../ui/icons/StatusShape.tsx';
import { DocsLink } from '../../ui/text/DocsLink.tsx';
import { ERRORS } from '../../../shared/http/errors.ts';
import { DECISIONS } from '../../../shared/registry/decisions.ts';
import classes from './traffic.module.css';
import { stripBidiControls } from '../../ui/text/strip-bidi-controls.ts';

const MEANINGS: ReadonlyMap<string, string> = new Map(
  Object.entries(ERRORS).map(([code, { meaning }]) => [code, meaning]),
);
const RULES = Object.entries(DECISIONS).map(([name, rule]) => ({ name, rule }));

/** The error of a request with the broken rule, and its warnings. */
export function ErrorExplained({ entry }: { entry: TrafficEntry }) {
  const { row } = entry;
  return (
    <div className={classes['why']} role="region" aria-label="Explanation" tabIndex={0} data-error={row.error !== ''}>
      {row.error !== '' && <Refused entry={entry} />}
      {row.warnings.length > 0 && (
        <>
          <h2 className={classes['whyTitle']}>
            <TriangleAlertIcon size={16} /> Accepted with a warning
          </h2>
          <ul>
            {row.warnings.map((warning) => (
              <li key={warning}>{stripBidiControls(warning)}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function Refused({ entry }: { entry: TrafficEntry }) {
  const { row, operation } = entry;
  const broken = RULES.filter(({ name }) => name === row.decision);
  const others = entry.decisions.filter(({ name }) => name !== row.decision);
  return (
    <>
      <h2 className={classes['whyTitle']}>
        <StatusShape shape="bad" /> {stripBidiControls(row.error)}
      </h2>
      <p>
        <code>{row.code}</code> {MEANINGS.get(row.code)}
      </p>
      <p>
        <code>{`${row.method} ${row.path}`}</code> – {operation === '' ? 'No operation has this path.' : operation}
      </p>
      {broken.length > 0 && <Rules rules={broken} />}
      {others.length > 0 && (
        <details>
          <summary>
            {broken.length > 0 ? 'Other rules' : 'Rules'} of this operation ({others.length})
          </summary>
          <Rules rules={others} />
        </details>
      )}
      <p>
        <DocsLink href="/docs/emulation.html#decisions">All decisions</DocsLink> ·{' '}
        <DocsLink href="/docs/troubleshooting.html">Troubleshooting</DocsLink>
      </p>
    </>
  );
}

function Rules({ rules }: { rules: TrafficEntry['decisions'] }) {
  return (
    <ul>
      {rules.map(({ name, rule }) => (
        <li key={name}>
          <code>{name}</code> {rule.replaceAll('`', '')}
        </li>
      ))}
    </ul>
  );
}

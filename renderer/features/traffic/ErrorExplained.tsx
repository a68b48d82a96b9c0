import { TriangleAlertIcon } from 'lucide-react';
import type { RequestEntry } from '../../core/data/hangar.ts';
import { counted, stripBidiControls, DocsLink } from '../../ui/text/shown-text.tsx';
import { ERRORS } from '../../../shared/http/errors.ts';
import { DECISIONS } from '../../../shared/registry/decisions.ts';
import { Repairs } from './Repairs.tsx';
import classes from './traffic.module.css';

const MEANINGS: ReadonlyMap<string, string> = new Map(
  Object.entries(ERRORS).map(([code, { meaning }]) => [code, meaning]),
);
const RULES = Object.entries(DECISIONS).map(([name, rule]) => ({ name, rule }));

/** The refusal of a request in plain words, what mends it and the broken rule; and the warnings of an accepted one. */
export function ErrorExplained({ entry, query }: { entry: RequestEntry; query: string }) {
  const { row, refusal } = entry;
  return (
    <div className={classes['why']} role="region" aria-label="Explanation" tabIndex={0}>
      {row.error !== '' && (
        <>
          <h2 className={classes['refused']}>{stripBidiControls(refusal?.text ?? row.error)}</h2>
          <Repairs key={row.id} entry={entry} query={query} />
          <Why entry={entry} />
        </>
      )}
      {row.warnings.length > 0 && (
        <>
          <h2 className={classes['whyTitle']}>
            <TriangleAlertIcon size={16} /> {row.error === '' ? 'Accepted with a warning' : 'Ignored'}
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

/** The error as it was answered, with the decision that it follows and the other rules of its operation. */
function Why({ entry: { row, operation, decisions, refusal } }: { entry: RequestEntry }) {
  const broken = RULES.filter(({ name }) => name === row.decision);
  const others = decisions.filter(({ name }) => name !== row.decision);
  return (
    <details>
      <summary>
        Why{' '}
        <span className="quiet">{[broken[0]?.name ?? row.code, counted(others.length, 'other rule')].join(', ')}</span>
      </summary>
      <p>
        <code>{row.code}</code> {MEANINGS.get(row.code)}
      </p>
      {refusal?.text !== row.error && <p>{stripBidiControls(row.error)}</p>}
      <p>
        <code>{`${row.method} ${row.path}`}</code> – {operation === '' ? 'No operation has this path.' : operation}
      </p>
      <Rules rules={[...broken, ...others]} />
      <p>
        <DocsLink href="/docs/emulation.html#decisions">All decisions</DocsLink> ·{' '}
        <DocsLink href="/docs/troubleshooting.html">Troubleshooting</DocsLink>
      </p>
    </details>
  );
}

function Rules({ rules }: { rules: RequestEntry['decisions'] }) {
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

import { useEffect } from 'react';
import { Link } from 'wouter';
import { usePrompts } from '../../core/data.ts';
import { useFrozenRows } from '../../core/frozen-rows.ts';
import { CollectionView } from '../../core/QueryView.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { Row } from '../../ui/Row.tsx';
import { StatusIcon } from '../../ui/StatusBadge.tsx';
import classes from './Overview.module.css';

const MAX_ROWS = 5;

/** The oldest pending prompts, live. */
export function PendingPrompts({ isStill }: { isStill: boolean }) {
  const prompts = usePrompts();
  const { rows, pending, setFrozen } = useFrozenRows(prompts.items, ({ prompt }) => prompt.id);
  // `setFrozen` is a new function after each render; only `isStill` matters.
  useEffect(() => setFrozen(isStill), [isStill]);
  return (
    <section className={classes['card']} aria-labelledby="waiting">
      <h2 id="waiting">
        Pending prompts
        {pending > 0 && <span className="quiet small"> · {pending} new, shown when the pointer leaves</span>}
      </h2>
      <CollectionView
        collection={{ ...prompts, items: rows }}
        empty={<p className="quiet small">No pending prompts.</p>}
      >
        {(items) => (
          <>
            {items.slice(0, MAX_ROWS).map(({ prompt, name }) => (
              <Link key={prompt.id} href={`/prompts/${prompt.id}`} className={classes['row'] ?? ''}>
                <Row
                  icon={<StatusIcon status="WaitingForPrompt" />}
                  title={prompt.description === '' ? name : prompt.description}
                  aside={<RelativeTime at={prompt.createdAt} />}
                  note={name}
                />
              </Link>
            ))}
            {items.length > MAX_ROWS && <Link href="/prompts">Show all {items.length} prompts</Link>}
          </>
        )}
      </CollectionView>
    </section>
  );
}

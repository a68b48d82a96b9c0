import { useEffect } from 'react';
import { Link } from 'wouter';
import { usePrompts } from '../../core/data.ts';
import { useFrozenRows } from '../../core/frozen-rows.ts';
import { CollectionView } from '../../core/QueryView.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { Row } from '../../ui/Row.tsx';
import { StatusIcon } from '../../ui/StatusBadge.tsx';
import classes from './Overview.module.css';

const MOST = 5;

/** Prompts that wait, oldest first. */
export function WaitingPrompts({ isStill }: { isStill: boolean }) {
  const prompts = usePrompts();
  const { rows, waiting, hold } = useFrozenRows(prompts.items, ({ prompt }) => prompt.id);
  // It is asked for what it is told, not for each new list.
  useEffect(() => hold(isStill), [isStill]);
  return (
    <section className={classes['card']} aria-labelledby="waiting">
      <h2 id="waiting">
        Prompts waiting
        {waiting > 0 && <span className={classes['quiet']}> · {waiting} new when you leave the list</span>}
      </h2>
      <CollectionView
        collection={{ ...prompts, items: rows }}
        empty={<p className={classes['quiet']}>None. A run that asks something appears here.</p>}
      >
        {(items) => (
          <>
            {items.slice(0, MOST).map(({ prompt, name }) => (
              <Link key={prompt.id} href={`/prompts/${prompt.id}`} className={classes['row'] ?? ''}>
                <Row
                  icon={<StatusIcon status="WaitingForPrompt" />}
                  title={prompt.description === '' ? name : prompt.description}
                  aside={<RelativeTime at={prompt.createdAt} />}
                  note={name}
                />
              </Link>
            ))}
            {items.length > MOST && <Link href="/prompts">All {items.length}</Link>}
          </>
        )}
      </CollectionView>
    </section>
  );
}

import { VisuallyHidden } from '@mantine/core';
import type { Exploration } from '../../../shared/contract/emulator/explorations.ts';
import { useApi } from '../../core/data/hangar.ts';
import { QueryView } from '../../core/data/QueryView.tsx';
import { useLiveQuery } from '../../core/data/query.ts';
import { ScrollRegion } from '../../ui/layout/ScrollRegion.tsx';
import { RelativeTime } from '../../ui/text/RelativeTime.tsx';
import { ToneBadge } from '../../ui/text/StatusBadge.tsx';
import { stripBidiControls } from '../../ui/text/strip-bidi-controls.ts';
import { CounterexampleCard } from './CounterexampleCard.tsx';
import { ExploreHelp } from './ExploreHelp.tsx';
import { extentText, stateOf } from './explore-words.ts';
import classes from './explore.module.css';

/** The explorations that commands make with this Hangar's sandboxes: their extent, and each counterexample as a ladder. */
export function ExplorePage() {
  const api = useApi();
  const explorations = useLiveQuery(
    'explorations',
    () => api.explorations.list(),
    ({ type }) => type === 'explorations',
  );
  return (
    <ScrollRegion label="Explore">
      <VisuallyHidden component="h1">Explore</VisuallyHidden>
      <QueryView query={explorations} noun="explorations" isPart>
        {({ items }) => (
          <>
            {items.map((exploration, index) => (
              <ExplorationCard
                key={exploration.id}
                {...{ exploration, before: counterexamplesOf(items.slice(0, index)) }}
              />
            ))}
            {items.length === 0 && <ExploreHelp />}
          </>
        )}
      </QueryView>
    </ScrollRegion>
  );
}

function counterexamplesOf(items: readonly Exploration[]): number {
  return items.reduce((sum, { counterexamples }) => sum + counterexamples.length, 0);
}

interface ExplorationProps {
  readonly exploration: Exploration;
  /** Number of counterexamples above it. */
  readonly before: number;
}

function ExplorationCard({ exploration, before }: ExplorationProps) {
  const { id, command, explored, invariants, counterexamples, startedAt } = exploration;
  const { tone, text } = stateOf(exploration);
  return (
    <article className={classes['card']} aria-labelledby={id}>
      <h2 id={id} className="mono">
        {stripBidiControls(command)}
      </h2>
      <p className="row">
        <ToneBadge tone={tone}>{text}</ToneBadge>
        <span className="quiet">
          <RelativeTime at={startedAt} />
        </span>
        <span>{explored === null ? 'No schedule was tried yet.' : extentText(explored)}</span>
      </p>
      <p className="quiet">{stripBidiControls(invariants.join(' · '))}</p>
      {exploration.holds === false && counterexamples.length === 0 && <p>{stripBidiControls(exploration.text)}</p>}
      {counterexamples.map((found, index) => (
        <CounterexampleCard
          key={index}
          {...{ found, exploration }}
          ladder={before + index === 0 ? 'Ladder' : `Ladder ${before + index + 1}`}
        />
      ))}
    </article>
  );
}

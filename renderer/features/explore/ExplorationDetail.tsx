import { Button } from '@mantine/core';
import { OctagonXIcon, SquareIcon } from 'lucide-react';
import { Link } from 'wouter';
import type { Counterexample, Exploration } from '../../../shared/contract/emulator/explorations.ts';
import { reproducedText } from '../../../shared/model/reproduced.ts';
import { useEntityTitle } from '../../core/page/page.ts';
import { StatusShape } from '../../ui/icons/StatusShape.tsx';
import { CopyButton } from '../../ui/inputs/CopyButton.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { ScrollRegion } from '../../ui/layout/ScrollRegion.tsx';
import { DataTable } from '../../ui/lists/DataTable.tsx';
import { counted, stripBidiControls } from '../../ui/text/shown-text.tsx';
import { MetaLine } from '../../ui/text/MetaLine.tsx';
import { ToneBadge } from '../../ui/text/StatusBadge.tsx';
import { useAction } from '../../core/data/action.ts';
import { useApi, useInfo } from '../../core/data/hangar.ts';
import { ActionBar } from '../../ui/inputs/ActionBar.tsx';
import { harmOf } from './breaking.ts';
import { Taken } from './EntryRow.tsx';
import { ALWAYS_CHECKED, exploreCommand, lookOf, outcomesOf } from './explore-words.ts';
import { SpaceWalked } from './SpaceWalked.tsx';
import classes from './explore.module.css';

interface ExplorationProps {
  readonly exploration: Exploration;
  /** Query of the list, with its `?`. */
  readonly query: string;
}

/** An exploration: what must hold, and the space that was walked. */
export function ExplorationDetail({ exploration, query }: ExplorationProps) {
  const { command } = exploration;
  const { shape, tone, text } = lookOf(exploration);
  const info = useInfo();
  useEntityTitle(command);
  return (
    <>
      <PageHeader
        title={
          <span className={classes['harm']}>
            <StatusShape shape={shape} />
            <span className={classes['commandName']}>{stripBidiControls(command)}</span>
          </span>
        }
        badge={<ToneBadge tone={tone}>{text}</ToneBadge>}
        meta={<Meta exploration={exploration} />}
        actions={
          <ActionBar>
            <CopyButton
              size="sm"
              label="Copy command"
              value={() => exploreCommand(exploration, info?.url ?? location.origin)}
            />
            {exploration.state === 'running' && <Stop id={exploration.id} />}
          </ActionBar>
        }
      />
      <ScrollRegion label="Exploration" titled>
        <Invariants {...{ exploration, query }} />
        <SpaceWalked {...{ exploration, query }} />
        <NotWalked exploration={exploration} />
      </ScrollRegion>
    </>
  );
}

/** The button that ends an exploration: its command is told so, and reports what it explored. */
function Stop({ id }: { id: string }) {
  const api = useApi();
  const stop = useAction(() => api.explorations.update({ params: { id }, body: { state: 'interrupted' } }));
  return (
    <Button leftSection={<SquareIcon size={14} />} loading={stop.busy} onClick={() => void stop.run()}>
      Stop
    </Button>
  );
}

function Meta({ exploration }: { exploration: Exploration }) {
  const { settings, state, note } = { ...exploration, note: lookOf(exploration).note };
  const budget = settings?.budgetSeconds;
  return (
    <MetaLine
      items={[
        state === 'running' ? false : note,
        ...(settings === undefined
          ? []
          : [
              `from ${settings.from}`,
              `seed ${settings.seed}`,
              counted(settings.jobs, 'job'),
              settings.speed === 1 ? 'in real time' : `${settings.speed} times as fast`,
            ]),
        <>
          <Taken exploration={exploration} />
          {state === 'running' && typeof budget === 'number' && ` of ${budget} s`}
        </>,
      ]}
    />
  );
}

function Invariants({ exploration, query }: ExplorationProps) {
  const { invariants, id, state, counterexamples, baseline, space } = exploration;
  // Something broke, and its smallest schedule is not known yet.
  const isSought = state === 'running' && counterexamples.length === 0 && space !== null && outcomesOf(space, 'b') > 0;
  const tried = space === null ? 0 : outcomesOf(space, 'h') + outcomesOf(space, 'b') + outcomesOf(space, 'u');
  return (
    <section className={classes['section']} aria-label="What must hold">
      <h2>What must hold</h2>
      <DataTable
        columns={['State', 'Invariant', 'Result', 'Counterexample']}
        aria-label="Invariants"
        className={classes['invariants'] ?? ''}
      >
        {[...new Set([...invariants, ...baseline.map(({ invariant }) => invariant)])].map((invariant) => {
          const alone = baseline.find((each) => each.invariant === invariant);
          const found = counterexamples.flatMap((each, index) =>
            each.invariant === invariant ? [{ each, index }] : [],
          );
          const isBroken = found.length > 0 || alone !== undefined;
          return (
            <tr key={invariant} data-broken={isBroken}>
              <td>
                {isBroken ? (
                  <OctagonXIcon size={16} />
                ) : (
                  <StatusShape shape={tried === 0 ? 'queue' : isSought ? 'run' : 'ok'} />
                )}
              </td>
              <th scope="row" className="mono">
                {stripBidiControls(invariant)}
              </th>
              <td className={classes['result']}>
                {alone !== undefined
                  ? `Broken without any fault: ${stripBidiControls(alone.reason)}`
                  : isBroken
                    ? brokenText(found.map(({ each }) => each))
                    : tried === 0
                      ? 'Not tried yet'
                      : `${isSought ? 'Tried' : 'Holds'} in ${counted(tried, 'trial')}`}
              </td>
              <td>
                {found.map(({ each, index }) => (
                  <Link key={index} href={`/explore/${id}/${index + 1}${query}`}>
                    {stripBidiControls(harmOf(each))}
                  </Link>
                ))}
                {!isBroken && ALWAYS_CHECKED.includes(invariant) && <span className="quiet">always checked</span>}
              </td>
            </tr>
          );
        })}
      </DataTable>
    </section>
  );
}

function brokenText(found: readonly Counterexample[]): string {
  const [first] = found;
  return `Broken by ${counted(found.length, 'schedule')}${first === undefined ? '' : `, ${reproducedText(first)}`}`;
}

/** The dimensions that the command left out, with the flags that add them. */
function NotWalked({ exploration: { settings } }: Pick<ExplorationProps, 'exploration'>) {
  const left = [
    ['people', settings?.people, '--people'],
    ['ends of runs', settings?.runs, '--runs'],
    ['orders', settings?.order, '--order'],
  ].filter(([, isWalked]) => isWalked === false);
  if (left.length === 0) return null;
  return (
    <p className={classes['footnote']}>
      Not walked: {left.map(([name]) => name).join(', ')}. Add{' '}
      {left.map(([name, , flag], index) => (
        <span key={String(name)}>
          {index > 0 && (index === left.length - 1 ? ' or ' : ', ')}
          <code>{flag}</code>
        </span>
      ))}{' '}
      to the command.
    </p>
  );
}

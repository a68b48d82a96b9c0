import { Button } from '@mantine/core';
import { BotIcon, CalendarClockIcon, HourglassIcon, ListChecksIcon, TimerIcon, type LucideIcon } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { Link } from 'wouter';
import type { ClockItem, ClockView } from '../../../shared/contract/emulator/clock.ts';
import type { EmulatorEvent } from '../../../shared/contract/emulator/events.ts';
import { runTitle } from '../../../shared/model/titles.ts';
import type { Api } from '../../core/data/api.ts';
import { useApi, useLiveQuery } from '../../core/data/hangar.ts';
import { useEachSecond, exactTime, millisecondsOf, rfc3339 } from '../../ui/text/time.tsx';
import { KIND_PHRASES, lengthOfTime } from './clock-text.ts';
import classes from './clock.module.css';
import type { ClockActions } from './use-clock-actions.ts';
import { readRun } from '../../core/run/run-list.ts';

/** Events after which other items may be due. */
const CONCERNS: ReadonlySet<EmulatorEvent['type']> = new Set(['clock', 'run', 'prompt', 'rules', 'answer', 'reset']);
const REFRESH_DELAY = 300;

/** The next scheduled items, each with a button that advances the clock to it. */
export function Upcoming({ actions, onLeave }: { actions: ClockActions; onLeave: () => void }) {
  const api = useApi();
  const [names] = useState(() => new Map<string, string>());
  const id = useId();
  const query = useLiveQuery(
    'clock upcoming',
    () => viewWithNames(api, names),
    ({ type }) => CONCERNS.has(type),
    REFRESH_DELAY,
  );
  // Reloaded right after an action, so that no button leads to a past item.
  useEffect(() => {
    if (!actions.busy) query.reload();
  }, [actions.busy]);
  const items = query.data?.upcoming ?? [];
  return (
    <section aria-labelledby={id} className={classes['upcoming']}>
      <h2 id={id}>Coming up</h2>
      {items.length === 0 ? (
        <p className="quiet">{query.error || (query.data ? 'Nothing waits for time to pass.' : 'Loading…')}</p>
      ) : (
        <ul className="plain">
          {items.map((item) => (
            <UpcomingRow
              key={`${item.kind} ${item.runID} ${item.taskSlug ?? ''} ${item.at}`}
              name={item.taskSlug ?? names.get(item.runID) ?? item.runID}
              {...{ item, actions, onLeave }}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

/** Icons of the kinds of upcoming items. */
const KIND_ICONS: Readonly<Record<ClockItem['kind'], LucideIcon>> = {
  wait: HourglassIcon,
  queue: ListChecksIcon,
  timeout: TimerIcon,
  answer: BotIcon,
  schedule: CalendarClockIcon,
};

interface UpcomingRowProps {
  readonly item: ClockItem;
  readonly name: string;
  readonly actions: ClockActions;
  readonly onLeave: () => void;
}

function UpcomingRow({ item: { at, kind, runID, taskSlug }, name, actions, onLeave }: UpcomingRowProps) {
  const id = useId();
  const Icon = KIND_ICONS[kind];
  const until = useEachSecond((now) => lengthOfTime(Math.max(0, millisecondsOf(at) - now) / 1000));
  return (
    <li>
      <time dateTime={rfc3339(at)} title={exactTime(at)}>
        {until}
      </time>
      <Icon size={16} />
      <span id={id} className="ellipsis">
        <Link href={taskSlug === undefined ? `/runs/${runID}` : `/tasks/${taskSlug}`} onClick={onLeave}>
          {name}
        </Link>{' '}
        <span className="quiet">{KIND_PHRASES[kind]}</span>
      </span>
      <Button
        size="compact-sm"
        variant="subtle"
        aria-describedby={id}
        disabled={actions.busy}
        onClick={() => actions.advance({ to: rfc3339(at) })}
      >
        Go
      </Button>
    </li>
  );
}

/** The clock, after the names of all its runs are known. Names are kept, since they never change. */
async function viewWithNames(api: Api, names: Map<string, string>): Promise<ClockView> {
  const view = await api.clock.read();
  const unknown = new Set(view.upcoming.map(({ runID }) => runID).filter((runID) => runID !== '' && !names.has(runID)));
  const loading = [...unknown].map(async (id) => {
    const { row } = await readRun(api, id);
    names.set(id, runTitle(row));
  });
  // A run whose name cannot be read was removed, and its row goes with the next event.
  await Promise.allSettled(loading);
  return view;
}

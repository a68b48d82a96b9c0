import { OctagonXIcon } from 'lucide-react';
import type { Counterexample, Exploration } from '../../../shared/contract/emulator/explorations.ts';
import { reproducedText } from '../../../shared/model/reproduced.ts';
import { elementWord } from '../../../shared/model/schedule.ts';
import { StatusShape } from '../../ui/icons/StatusShape.tsx';
import { Row } from '../../ui/lists/Row.tsx';
import { numberText, stripBidiControls } from '../../ui/text/shown-text.tsx';
import { RelativeTime, useEachSecond, ago, duration, millisecondsOf } from '../../ui/text/time.tsx';
import { harmOf } from './breaking.ts';
import { readSchedule, type Entry } from './entries.ts';
import { lookOf, partsOf, secondsLeft, secondsOf } from './explore-words.ts';
import classes from './explore.module.css';

/** An exploration or a counterexample as a row. */
export function EntryRow({ entry: { exploration, found } }: { entry: Entry }) {
  return found === undefined ? <ExplorationRow exploration={exploration} /> : <FoundRow {...{ found, exploration }} />;
}

function ExplorationRow({ exploration }: { exploration: Exploration }) {
  const { shape, note, text } = lookOf(exploration);
  return (
    <>
      <Row
        icon={
          <span role="img" aria-label={text}>
            <StatusShape shape={shape} />
          </span>
        }
        title={<span className={classes['commandName']}>{exploration.command}</span>}
        aside={<Taken exploration={exploration} />}
        note={
          <>
            {stripBidiControls(note)}
            <Left exploration={exploration} />
          </>
        }
        age={<RelativeTime at={exploration.startedAt} />}
      />
      {exploration.state === 'running' && <WalkBar exploration={exploration} />}
    </>
  );
}

/** The time that an exploration has taken. */
export function Taken({ exploration }: { exploration: Exploration }) {
  const startedAt = millisecondsOf(exploration.startedAt);
  const text = useEachSecond((now) => {
    const seconds = secondsOf(exploration, now, startedAt);
    return exploration.state === 'running' ? `${Math.round(seconds)} s` : seconds === 0 ? '' : duration(seconds * 1000);
  });
  return text;
}

/** The time that an exploration still takes, in words. */
function Left({ exploration }: { exploration: Exploration }) {
  const startedAt = millisecondsOf(exploration.startedAt);
  return useEachSecond((now) => {
    const left = secondsLeft(exploration, secondsOf(exploration, now, startedAt));
    return left === 0 ? '' : `, about ${ago(0, Math.ceil(left) * 1000)} left`;
  });
}

/** The walk as a bar with a part for each kind of schedules, and their numbers below. */
function WalkBar({ exploration }: { exploration: Exploration }) {
  const parts = partsOf(exploration);
  return (
    <>
      <span className={classes['walk']} aria-hidden>
        {parts.map(({ name, tried, total }) => (
          <i key={name} style={{ flexGrow: total }} data-done={tried === total}>
            <b style={{ width: `${(100 * tried) / total}%` }} />
          </i>
        ))}
      </span>
      <span className={classes['walkNumbers']}>
        {parts.map(({ name, tried, total }) => (
          <span key={name}>
            {name} <b>{numberText(tried)}</b> of {numberText(total)}
          </span>
        ))}
      </span>
    </>
  );
}

function FoundRow({ found, exploration }: { found: Counterexample; exploration: Exploration }) {
  const kinds = [...new Set(readSchedule(found.schedule).map(elementWord))].join(', ');
  return (
    <span className={classes['found']}>
      <Row
        icon={<OctagonXIcon size={16} role="img" aria-label="Counterexample" className={classes['bad']} />}
        title={harmOf(found)}
        aside={reproducedText(found)}
        note={`${stripBidiControls(found.invariant)}, ${kinds}`}
        age={<RelativeTime at={exploration.startedAt} />}
      />
    </span>
  );
}

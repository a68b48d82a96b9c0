import { CheckIcon, CircleDashedIcon, OctagonXIcon } from 'lucide-react';
import { Link } from 'wouter';
import { MAX_OUTCOMES, type Exploration, type Space } from '../../../shared/contract/emulator/explorations.ts';
import { callKey } from '../../../shared/model/call.ts';
import { elementWord } from '../../../shared/model/schedule.ts';
import { numberText, stripBidiControls } from '../../ui/text/shown-text.tsx';
import { harmOf } from './breaking.ts';
import { partsOf, type WalkedPart } from './explore-words.ts';
import { readSchedule } from './entries.ts';
import classes from './explore.module.css';

interface SpaceProps {
  readonly exploration: Exploration;
  /** Query of the list, with its `?`. */
  readonly query: string;
}

/** The space of schedules: a cell for each call and fault, and a dot for each other schedule; red only where it broke. */
export function SpaceWalked({ exploration, query }: SpaceProps) {
  const { space } = exploration;
  if (space === null) return null;
  const parts = new Map(partsOf(exploration).map((part) => [part.name, part]));
  return (
    <section aria-label="Space walked">
      {space.calls.length > 0 && (
        <div className={classes['section']}>
          <PartTitle name="Single faults" part={parts.get('Single')} />
          <Cells {...{ exploration, space, query }} />
        </div>
      )}
      <Dots name="New calls" part={parts.get('New calls')} letters={space.newCalls} />
      <Dots name="Pairs" part={parts.get('Pairs')} letters={space.pairs} />
      <Dots name="Other schedules" part={parts.get('Others')} letters={space.others} />
      <p className={classes['legend']}>
        {Object.entries(exploration.state === 'running' ? GOING_ON : LEGEND).map(([letter, text]) => (
          <span key={letter}>
            <i data-outcome={letter} /> {text}
          </span>
        ))}
      </p>
    </section>
  );
}

const TRIED = { h: 'held', b: 'broken', u: 'a fault that no request met' } as const;
const LEGEND = { ...TRIED, '.': 'not tried' } as const;
/** The legend while schedules run. */
const GOING_ON = { ...TRIED, r: 'running', '.': 'to come' } as const;

function PartTitle({ name, part }: { name: string; part: WalkedPart | undefined }) {
  if (part === undefined) return null;
  const { tried, total } = part;
  return (
    <h2>
      {name}{' '}
      <span>
        {numberText(tried)} of {total >= MAX_OUTCOMES && 'at least '}
        {numberText(total)}
      </span>
    </h2>
  );
}

/** The words of outcomes, for those who do not see the cells. */
const OUTCOMES: Readonly<Record<string, string>> = {
  h: 'held',
  b: 'broken',
  u: 'no request met it',
  r: 'running',
  '.': 'not tried',
  '-': 'does not apply',
};

/** The number of a counterexample by its single fault, or by another kind of it, from 1. */
function foundBy({ counterexamples }: Exploration): ReadonlyMap<string, number> {
  return new Map(
    counterexamples.flatMap((found, index) => {
      const schedule = readSchedule(found.schedule);
      if (schedule.length !== 1) return [];
      return [...schedule, ...readSchedule(found.also)].flatMap((element) =>
        'call' in element ? [[`${callKey(element.call)} ${elementWord(element)}`, index + 1] as const] : [],
      );
    }),
  );
}

function Cells({ exploration, space: { faults, calls }, query }: SpaceProps & { space: Space }) {
  const found = foundBy(exploration);
  return (
    <div className={classes['cellsFrame']} role="region" aria-label="Single faults" tabIndex={0}>
      <table className={classes['cells']} aria-label="Single faults by call">
        <thead>
          <tr>
            <th scope="col">Call</th>
            {faults.map((fault) => (
              <th key={fault} scope="col">
                {fault.replace(/^error /, '')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {calls.map(({ call, outcomes }) => (
            <tr key={callKey(call)}>
              <th scope="row">
                {call.operation} <code>{stripBidiControls(call.task ?? '')}</code>
                {call.nth > 1 && ` #${call.nth}`}
              </th>
              {faults.map((fault, index) => {
                const number = found.get(`${callKey(call)} ${fault}`);
                return (
                  <Cell
                    key={fault}
                    outcome={number === undefined ? (outcomes[index] ?? '-') : 'b'}
                    {...(number === undefined ? {} : linkOf(exploration, number, query))}
                  />
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function linkOf({ id, counterexamples }: Exploration, number: number, query: string) {
  const found = counterexamples[number - 1];
  return { href: `/explore/${id}/${number}${query}`, name: found === undefined ? '' : harmOf(found) };
}

/** @param props `href` and `name` are those of the counterexample; absent for none */
function Cell({ outcome, href, name = '' }: { outcome: string; href?: string; name?: string }) {
  const text = OUTCOMES[outcome] ?? '';
  return (
    <td data-outcome={outcome} title={text}>
      {href === undefined ? (
        <span role="img" aria-label={text}>
          {outcome === 'h' && <CheckIcon size={14} />}
          {outcome === 'b' && <OctagonXIcon size={14} />}
          {outcome === 'u' && <CircleDashedIcon size={14} />}
          {outcome === '-' && '–'}
        </span>
      ) : (
        <Link href={href} aria-label={`broken: ${stripBidiControls(name)}`} title={stripBidiControls(name)}>
          <OctagonXIcon size={14} />
        </Link>
      )}
    </td>
  );
}

interface DotsProps {
  readonly name: string;
  readonly part: WalkedPart | undefined;
  readonly letters: string;
}

function Dots({ name, part, letters }: DotsProps) {
  if (part === undefined) return null;
  const broken = letters.split('b').length - 1;
  return (
    <div className={classes['section']}>
      <PartTitle {...{ name, part }} />
      <div className={classes['dots']} role="img" aria-label={`${name}: ${part.tried} tried, ${broken} broken`}>
        {letters.split('').map((letter, index) => (
          <i key={index} data-outcome={letter} />
        ))}
      </div>
    </div>
  );
}

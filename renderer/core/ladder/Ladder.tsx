import { useElementSize } from '@mantine/hooks';
import { OctagonXIcon, ServerIcon, WarehouseIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { StatusShape } from '../../ui/icons/StatusShape.tsx';
import { type Scale, scaleOf, ticksOf } from '../../ui/lists/time-scale.ts';
import { counted, stripBidiControls } from '../../ui/text/shown-text.tsx';
import { isZoomed, type LadderData, type LadderLane, type LadderVerdict, shownPeriod } from './ladder.ts';
import { LadderCalls } from './LadderCalls.tsx';
import classes from './Ladder.module.css';

/** Height of a lane, and of the space between the last call and the end of the axis, in pixels. */
const LANE = 28;
const AFTER = 104;

interface LadderProps {
  readonly label: string;
  /** Left of the axis; '' for none. */
  readonly caption?: string;
  readonly client: string;
  /** Another client, below Hangar. */
  readonly below?: string;
  readonly data: LadderData;
  /** At the right of the client, such as its exit code. */
  readonly end?: ReactNode;
}

/** Calls between a client and Hangar on one axis of time, the runs that they made below, and what must hold as the last lane. */
export function Ladder({ label, caption = '', client, below, data, end }: LadderProps) {
  const { ref, width } = useElementSize();
  const [isWhole, setWhole] = useState(false);
  const period = shownPeriod(data, isWhole);
  const { calls, lanes, verdict, now } = data;
  // Room for the words behind the last call; what goes on ends at the edge.
  const room = now === undefined && width > 3 * AFTER ? width / (width - AFTER) : 1;
  const scale = scaleOf(period.from, period.from + (period.to - period.from) * room, []);
  return (
    <section className={classes['ladder']} aria-label={label} data-below={below !== undefined || undefined}>
      <Axis {...{ scale, period, caption, width }}>
        {isZoomed(data) && (
          <button type="button" className={classes['zoom']} onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Zoom to the fault' : 'Show all'}
          </button>
        )}
      </Axis>
      <div className={classes['row']}>
        <div className={classes['sides']}>
          <Side icon={<ServerIcon size={16} />} name={client} note="client" />
          <Side icon={<WarehouseIcon size={16} />} name="Hangar" note={counted(calls.length, 'call')} />
          {below !== undefined && <Side icon={<ServerIcon size={16} />} name={below} note="client" />}
        </div>
        <div ref={ref} className={classes['calls']} aria-hidden>
          <LadderCalls {...{ calls, period, width, now }} hasBelow={below !== undefined} scale={scale} />
        </div>
        <span className={classes['end']} style={{ alignSelf: 'start', lineHeight: `${LANE}px` }}>
          {end}
        </span>
      </div>
      {lanes.map((lane, index) => (
        <Lane key={lane.key} {...{ lane, scale, period }} above={index} below={lanes.length - index} />
      ))}
      {verdict !== undefined && <VerdictLane {...{ verdict, lanes, scale }} />}
    </section>
  );
}

interface AxisProps {
  readonly scale: Scale;
  readonly period: { readonly from: number; readonly to: number };
  readonly caption: string;
  readonly width: number;
  readonly children: ReactNode;
}

function Axis({ scale, period, caption, width, children }: AxisProps) {
  const ticks = ticksOf(scale, period.from, period, Math.max(2, width / 80));
  return (
    <>
      <div className={classes['row']} data-axis>
        <span className={classes['caption']}>
          <span className="ellipsis" title={caption}>
            {caption}
          </span>
          {children}
        </span>
        <div className={classes['axis']} aria-hidden>
          {ticks.map(({ position, text }) => (
            <span key={text} style={{ left: percent(position) }}>
              {text}
            </span>
          ))}
        </div>
        <span />
      </div>
      <div className={classes['grid']} aria-hidden>
        {ticks.map(({ position, text }) => (
          <i key={text} style={{ left: percent(position) }} />
        ))}
      </div>
    </>
  );
}

function Side({ icon, name, note }: { icon: ReactNode; name: string; note: string }) {
  return (
    <span className={classes['side']}>
      {icon}
      <span className="ellipsis" title={stripBidiControls(name)}>
        <b>{stripBidiControls(name)}</b> {note}
      </span>
    </span>
  );
}

interface LaneProps {
  readonly lane: LadderLane;
  readonly scale: Scale;
  readonly period: { readonly from: number; readonly to: number };
  /** Number of lanes between it and Hangar. */
  readonly above: number;
  /** Number of lanes from it to what must hold. */
  readonly below: number;
}

function Lane({ lane, scale, period, above, below }: LaneProps) {
  const at = (time: number) => within(scale.position(time));
  const [made, from, to] = [at(lane.made), at(lane.from), at(lane.to ?? period.to)];
  return (
    <div className={classes['row']}>
      <span className={classes['name']}>
        <StatusShape shape={lane.shape} size={14} />
        <span className="ellipsis">{stripBidiControls(lane.name)}</span>
      </span>
      <div className={classes['track']} aria-hidden>
        <i
          className={classes['tie']}
          style={{ left: percent(made), top: -LANE * above - 8, height: LANE * above + 22 }}
        />
        {from > made && (
          <i className={classes['queued']} style={{ left: percent(made), width: percent(from - made) }} />
        )}
        <i
          className={classes['bar']}
          data-tone={lane.tone}
          style={{ left: percent(from), width: percent(to - from) }}
        />
        <span className={classes['words']} style={{ left: `calc(${percent(to)} + 8px)` }}>
          {stripBidiControls(lane.note)}
        </span>
        {lane.isBreaking && <i className={classes['broke']} style={{ left: percent(to), height: LANE * below }} />}
      </div>
      <code className={classes['end']}>{lane.end}</code>
    </div>
  );
}

type VerdictProps = Pick<LadderData, 'lanes'> & { readonly verdict: LadderVerdict; readonly scale: Scale };

function VerdictLane({ verdict: { name, at, note, end }, lanes, scale }: VerdictProps) {
  const place = at === null ? undefined : within(scale.position(at));
  const ends = lanes.flatMap(({ isBreaking, to }) => (isBreaking && to !== null ? [within(scale.position(to))] : []));
  const first = Math.min(...ends, place ?? 1);
  return (
    <div className={classes['row']} data-broken>
      <span className={classes['name']} title={stripBidiControls(name)}>
        <OctagonXIcon size={16} />
        <span className="ellipsis">{stripBidiControls(name)}</span>
      </span>
      <div className={classes['track']} aria-hidden>
        {place !== undefined && (
          <>
            <i className={classes['span']} style={{ left: percent(first), width: percent(place - first) }} />
            <span className={classes['mark']} style={{ left: percent(place) }}>
              <StatusShape shape="bad" size={14} />
            </span>
            <span
              className={classes['words']}
              style={
                place > 0.6
                  ? { right: `calc(${percent(1 - place)} + 14px)` }
                  : { left: `calc(${percent(place)} + 14px)` }
              }
            >
              {stripBidiControls(note)}
            </span>
          </>
        )}
      </div>
      <span className={classes['end']}>{end}</span>
    </div>
  );
}

function within(share: number): number {
  return Math.min(1, Math.max(0, share));
}

function percent(share: number): string {
  return `${(100 * share).toFixed(2)}%`;
}

import { Button } from '@mantine/core';
import { ChevronDownIcon, OctagonXIcon, SaveIcon, ZapIcon } from 'lucide-react';
import { useState } from 'react';
import type { Counterexample, Exploration } from '../../../shared/contract/emulator/explorations.ts';
import { elementText, elementWord, faultOf, type ScheduleElement } from '../../../shared/model/schedule.ts';
import { reproducedText } from '../../../shared/model/reproduced.ts';
import { faultEffect } from '../../../shared/model/fault-sentence.ts';
import { notify, useAction } from '../../core/data/action.ts';
import { useApi, useInfo } from '../../core/data/hangar.ts';
import { Ladder } from '../../core/ladder/Ladder.tsx';
import { saveFile } from '../../core/page/save-file.ts';
import { useEntityTitle } from '../../core/page/page.ts';
import { ActionBar } from '../../ui/inputs/ActionBar.tsx';
import { CopyButton } from '../../ui/inputs/CopyButton.tsx';
import { MenuPopover } from '../../ui/inputs/MenuPopover.tsx';
import { DetailTabs } from '../../ui/layout/DetailTabs.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { listed, stripBidiControls } from '../../ui/text/shown-text.tsx';
import { ToneBadge } from '../../ui/text/StatusBadge.tsx';
import { breakingOf, harmOf } from './breaking.ts';
import { CallsTab } from './CallsTab.tsx';
import { ladderOf } from './counterexample-ladder.ts';
import { clientName, commandOf, partsOf, pytestOf, vitestOf } from './explore-words.ts';
import { FindingsTab, OutputTab, ScheduleTab } from './FoundTabs.tsx';
import { readSchedule } from './entries.ts';
import classes from './explore.module.css';

interface CounterexampleProps {
  readonly found: Counterexample;
  readonly exploration: Exploration;
  /** Its number within the exploration, from 1. */
  readonly number: number;
  readonly tab: string;
  /** Query of the list, with its `?`. */
  readonly query: string;
}

/** A counterexample, from the top: its harm, what must hold, the schedule as a sentence, and the trial as a ladder with its calls. */
export function CounterexampleDetail({ found, exploration, number, tab, query }: CounterexampleProps) {
  const harm = harmOf(found);
  const schedule = readSchedule(found.schedule);
  useEntityTitle(harm);
  return (
    <div className="whole">
      <PageHeader
        title={
          <span className={classes['harm']}>
            <OctagonXIcon size={16} className={classes['bad']} />
            <span className="ellipsis" title={stripBidiControls(harm)}>
              {stripBidiControls(harm)}
            </span>
          </span>
        }
        badge={<ToneBadge tone="bad">{reproducedText(found)}</ToneBadge>}
        actions={<Actions {...{ found, exploration, schedule }} />}
      />
      <div className={classes['sentences']}>
        <Broken found={found} />
        <p>
          <ScheduleSentence schedule={schedule} /> <Also found={found} />
        </p>
      </div>
      <Ladder
        label="Ladder"
        caption={captionOf(found, exploration)}
        client={clientName(exploration.command)}
        data={ladderOf(found)}
        end={found.exitCode === null ? 'ended' : `exit ${found.exitCode}`}
      />
      <DetailTabs
        label="Parts of the counterexample"
        path={`/explore/${exploration.id}/${number}`}
        query={query}
        selected={tab}
        aside={<Saving {...{ found, exploration }} />}
        tabs={[
          { slug: '', label: 'Calls', count: found.calls.length, content: <CallsTab found={found} /> },
          { slug: 'output', label: 'Client’s output', fill: true, content: <OutputTab output={found.output} /> },
          { slug: 'findings', label: 'Findings', count: found.findings.length, content: <FindingsTab found={found} /> },
          { slug: 'schedule', label: 'Schedule', fill: true, content: <ScheduleTab schedule={found.schedule} /> },
        ]}
      />
    </div>
  );
}

function captionOf({ trial }: Counterexample, exploration: Exploration): string {
  const total = partsOf(exploration).reduce((sum, part) => sum + part.total, 0);
  return trial === 0 ? 'Trial' : `Trial ${trial}${total < trial ? '' : ` of ${total}`}`;
}

/** The broken invariant, with the runs that break it. */
function Broken({ found }: { found: Counterexample }) {
  const breaking = breakingOf(found);
  return (
    <p>
      <b className="mono">{stripBidiControls(found.invariant)}</b>:{' '}
      {breaking.length === 0
        ? stripBidiControls(found.reason)
        : breaking.map(({ values, runs }) => (
            <span key={values}>
              {runs.map(({ id }, index) => (
                <span key={id}>
                  {index > 0 && (index === runs.length - 1 ? ' and ' : ', ')}
                  <code>{id}</code>
                </span>
              ))}{' '}
              succeeded
              {values !== '' && (
                <>
                  {' '}
                  for <code>{stripBidiControls(values)}</code>
                </>
              )}
              .{' '}
            </span>
          ))}
    </p>
  );
}

/** A schedule as a sentence, with what each fault does in amber. */
function ScheduleSentence({ schedule }: { schedule: readonly ScheduleElement[] }) {
  return schedule.map((element, index) => (
    <span key={index}>
      {index > 0 && ' And '}
      {'call' in element ? (
        <>
          {index === 0 ? 'The' : 'the'}{' '}
          <b>
            {ordinal(element.call.nth)} {element.call.operation}
          </b>
          {element.call.task !== undefined && (
            <>
              {' '}
              of <b>{stripBidiControls(element.call.task)}</b>
            </>
          )}
          : <b className={classes['effect']}>{faultEffect(faultOf(element))}</b>.
        </>
      ) : (
        `${elementText(element)}.`
      )}
    </span>
  ));
}

/** A number in order: `1st`, `2nd`, `3rd`, `11th`. */
function ordinal(number: number): string {
  const ending = { one: 'st', two: 'nd', few: 'rd', other: 'th', zero: 'th', many: 'th' };
  return `${number}${ending[ORDINALS.select(number)]}`;
}

const ORDINALS = new Intl.PluralRules('en', { type: 'ordinal' });

function Also({ found }: { found: Counterexample }) {
  const kinds = [...new Set(readSchedule(found.also).map(elementWord))];
  return kinds.length > 0 && <span className="quiet">Also by {listed(kinds)}.</span>;
}

interface ActionsProps extends Pick<CounterexampleProps, 'found' | 'exploration'> {
  readonly schedule: readonly ScheduleElement[];
}

function Actions({ found, exploration, schedule }: ActionsProps) {
  const api = useApi();
  const info = useInfo();
  const apply = useAction(async () => {
    await api.schedule.apply({ body: [...schedule] });
    notify('The faults wait for the next calls. They are on the page Traffic.');
  });
  return (
    <ActionBar>
      <CopyButton
        size="sm"
        label="Copy command"
        value={() => commandOf(found, exploration, info?.url ?? location.origin)}
      />
      <Button
        variant="filled"
        leftSection={<ZapIcon size={16} />}
        loading={apply.busy}
        disabled={schedule.length === 0}
        onClick={() => void apply.run()}
      >
        Apply these faults here
      </Button>
    </ActionBar>
  );
}

/** The ways to keep a counterexample: as a test, or as a file. */
function Saving({ found, exploration }: Pick<CounterexampleProps, 'found' | 'exploration'>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <MenuPopover label="Copy as test" icon={ChevronDownIcon} labelled isOpen={isOpen} onOpen={setOpen}>
        {() => (
          <>
            <CopyButton size="sm" label="Copy as test (vitest)" short="vitest" value={() => vitestOf(found)} />
            <CopyButton
              size="sm"
              label="Copy as test (pytest)"
              short="pytest"
              value={() => pytestOf(found, exploration)}
            />
          </>
        )}
      </MenuPopover>
      <Button
        variant="subtle"
        leftSection={<SaveIcon size={14} />}
        onClick={() => saveFile('schedule.json', `${JSON.stringify(found.schedule, null, 2)}\n`)}
      >
        Save schedule
      </Button>
    </>
  );
}

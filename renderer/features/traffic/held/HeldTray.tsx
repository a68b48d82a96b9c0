import { Button } from '@mantine/core';
import { type KeyboardEvent, useId, useState } from 'react';
import type { HeldRequest } from '../../../../shared/contract/emulator/held-requests.ts';
import { useCommands } from '../../../core/commands/commands.ts';
import { useAction } from '../../../core/data/action.ts';
import { useApi } from '../../../core/data/hangar.ts';
import { useNavigate } from '../../../core/page/page.ts';
import { clientText } from '../../../core/traffic/request-words.ts';
import { nextIndex } from '../../../ui/focus/list-focus.ts';
import { StatusShape } from '../../../ui/icons/StatusShape.tsx';
import { Row, RowMono } from '../../../ui/lists/Row.tsx';
import { numberText, stripBidiControls } from '../../../ui/text/shown-text.tsx';
import { MachineTime, RelativeTime } from '../../../ui/text/time.tsx';
import { AnswerInstead } from './AnswerInstead.tsx';
import { heldValue, subjectOf } from './held-words.ts';
import { ShortcutCap, useRelease } from './release-buttons.tsx';
import classes from './held.module.css';

interface HeldTrayProps {
  /** Oldest first. */
  readonly held: readonly HeldRequest[];
  /** ID of the open request; '' for none. */
  readonly selected: string;
  /** Query of the list, with its `?`. */
  readonly query: string;
}

/** The requests that faults hold, above the log: the age that their clients have waited, and what lets them go. */
export function HeldTray(props: HeldTrayProps) {
  const { held } = props;
  const api = useApi();
  const all = useAction(() => api.heldRequests.releaseAll());
  const command = { id: 'held-all', title: 'Continue all held requests', group: 'Held', shortcut: 'shift+C' };
  useCommands([{ ...command, when: held.length > 0, run: () => void all.run() }]);
  if (held.length === 0) return null;
  return (
    <MachineTime>
      <section className={classes['tray']} aria-label="Held">
        <p className={classes['head']}>
          <StatusShape shape="held" size={14} />
          <b>{numberText(held.length)} held</b>
          {held.length > 1 && (
            <>
              <span className="grow">oldest first</span>
              <Button
                variant="subtle"
                color="wait"
                size="compact-sm"
                rightSection={<ShortcutCap shortcut="shift+C" />}
                loading={all.busy}
                onClick={() => void all.run()}
              >
                Continue all
              </Button>
            </>
          )}
        </p>
        <div className={classes['rows']}>
          <HeldList {...props} />
          {/* Beside the options, since an option has no buttons. */}
          <div>
            {held.map((request) => (
              <HeldActions key={request.id} request={request} isSelected={request.id === props.selected} />
            ))}
          </div>
        </div>
      </section>
    </MachineTime>
  );
}

/** The requests as options, which open their page. Keys: those of lists, Enter, and C, which lets the current one go. */
function HeldList({ held, selected, query }: HeldTrayProps) {
  const list = useId();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState('');
  const current = chosen === '' ? selected : chosen;
  const at = Math.max(
    0,
    held.findIndex(({ id }) => id === current),
  );
  const release = useRelease();
  const open = (id: string) => {
    setChosen(id);
    navigate(`/traffic/${id}${query}`);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const id = held[at]?.id ?? '';
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
    const next = nextIndex(event, at, { count: held.length, page: held.length });
    if (next !== undefined) setChosen(held[next]?.id ?? '');
    else if (event.key === 'Enter' && !hasModifier) open(id);
    else if (event.key === 'c' && !hasModifier) void release.run(id, {});
    else return;
    event.preventDefault();
  };
  return (
    <div
      role="listbox"
      aria-label="Held requests"
      className={classes['list']}
      tabIndex={0}
      aria-activedescendant={`${list}${at}`}
      onKeyDown={onKeyDown}
    >
      {held.map((request, index) => (
        <div
          key={request.id}
          id={`${list}${index}`}
          role="option"
          className={classes['row']}
          aria-selected={request.id === selected}
          data-active={index === at}
          aria-posinset={index + 1}
          aria-setsize={held.length}
          onClick={() => open(request.id)}
        >
          <HeldRow request={request} />
        </div>
      ))}
    </div>
  );
}

function HeldRow({ request }: { request: HeldRequest }) {
  return (
    <Row
      icon={<StatusShape shape="held" />}
      title={
        <>
          {stripBidiControls(subjectOf(request))} <RowMono>{heldValue(request)}</RowMono>
        </>
      }
      aside={
        <b className={classes['age']}>
          <RelativeTime at={request.since} />
        </b>
      }
      note={`${request.after ? 'answer kept back' : 'not yet executed'}, ${clientText(request.client)}`}
    />
  );
}

function HeldActions({ request, isSelected }: { request: HeldRequest; isSelected: boolean }) {
  const release = useRelease();
  const { id } = request;
  return (
    <div
      role="group"
      className={classes['actions']}
      data-selected={isSelected}
      aria-label={`Ways to let ${subjectOf(request)} go`}
    >
      <Button loading={release.busy} onClick={() => void release.run(id, {})}>
        Continue
      </Button>
      <AnswerInstead id={id} />
    </div>
  );
}

import { Button } from '@mantine/core';
import { ChevronDownIcon } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import type { HeldRequest, NewRelease } from '../../../shared/contract/emulator/held-requests.ts';
import { isJsonObject, jsonOfText } from '../../../shared/values/json.ts';
import { useAction } from '../../core/data/action.ts';
import { useApi } from '../../core/data/hangar.ts';
import { clientText } from '../../core/traffic/request-look.ts';
import { nextIndex } from '../../ui/focus/list-keys.ts';
import { StatusShape } from '../../ui/icons/StatusShape.tsx';
import { MenuPopover } from '../../ui/inputs/MenuPopover.tsx';
import { Row, RowMono } from '../../ui/lists/Row.tsx';
import { numberText } from '../../ui/text/counted.ts';
import { RelativeTime } from '../../ui/text/RelativeTime.tsx';
import classes from './HeldTray.module.css';

/** The requests that faults hold, above the log: the age that their clients have waited, and what lets them go. */
export function HeldTray({ held }: { held: readonly HeldRequest[] }) {
  const api = useApi();
  const all = useAction(() => api.heldRequests.releaseAll());
  if (held.length === 0) return null;
  return (
    <section className={classes['tray']} aria-label="Held">
      <p className={classes['head']}>
        <StatusShape shape="held" size={14} />
        <b>{numberText(held.length)} held</b>
        {held.length > 1 && (
          <>
            <span className="grow">oldest first</span>
            <Button variant="subtle" size="compact-sm" loading={all.busy} onClick={() => void all.run()}>
              Continue all
            </Button>
          </>
        )}
      </p>
      <div className={classes['rows']}>
        <HeldList held={held} />
        {/* Beside the options, since an option has no buttons. */}
        <div>
          {held.map((request) => (
            <HeldActions key={request.id} request={request} />
          ))}
        </div>
      </div>
    </section>
  );
}

function HeldList({ held }: { held: readonly HeldRequest[] }) {
  const list = useId();
  const [chosen, setChosen] = useState('');
  const at = Math.max(
    0,
    held.findIndex(({ id }) => id === chosen),
  );
  const release = useRelease();
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextIndex(event, at, { count: held.length, page: held.length });
    const isContinue = event.key === 'Enter' && !event.ctrlKey && !event.metaKey;
    if (next === undefined && !isContinue) return;
    event.preventDefault();
    if (next === undefined) void release.run(held[at]?.id ?? '', {});
    else setChosen(held[next]?.id ?? '');
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
          aria-selected={index === at}
          title={request.request.body}
          onClick={() => setChosen(request.id)}
        >
          <HeldRow request={request} />
        </div>
      ))}
    </div>
  );
}

function HeldRow({ request }: { request: HeldRequest }) {
  const { task, operation, client, after, since } = request;
  return (
    <Row
      icon={<StatusShape shape="held" />}
      title={
        <>
          {task ?? operation} <RowMono>{firstValueOf(request)}</RowMono>
        </>
      }
      aside={
        <b className={classes['age']}>
          <RelativeTime at={since} />
        </b>
      }
      note={[after ? 'answer kept back' : 'not yet executed', clientText(client)].filter(Boolean).join(' · ')}
    />
  );
}

/** The first value that the request gives to its task; '' for none. */
function firstValueOf({ request: { body } }: HeldRequest): string {
  const sent = jsonOfText(body);
  const values = isJsonObject(sent) ? sent['paramValues'] : undefined;
  const [value] = isJsonObject(values) ? Object.values(values) : [];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Answers that a person chooses first. To add one, add an entry. */
const ANSWERS: readonly { readonly text: string; readonly instead: NonNullable<NewRelease['instead']> }[] = [
  { text: 'Lose the answer', instead: { kind: 'lose' } },
  { text: 'Close the connection', instead: { kind: 'refuse' } },
  { text: '429, Retry-After 2 s', instead: { kind: 'error', status: 429, retryAfterSeconds: 2 } },
  { text: '503 Unavailable', instead: { kind: 'error', status: 503 } },
];

function HeldActions({ request: { id, task, operation } }: { request: HeldRequest }) {
  const release = useRelease();
  const [isOpen, setOpen] = useState(false);
  return (
    <div role="group" className={classes['actions']} aria-label={`Ways to let ${task ?? operation} go`}>
      <Button loading={release.busy} onClick={() => void release.run(id, {})}>
        Continue
      </Button>
      <MenuPopover label="Answer instead" icon={ChevronDownIcon} labelled isOpen={isOpen} onOpen={setOpen}>
        {() =>
          ANSWERS.map(({ text, instead }) => (
            <Button key={text} onClick={() => void release.run(id, { instead })}>
              {text}
            </Button>
          ))
        }
      </MenuPopover>
    </div>
  );
}

function useRelease() {
  const api = useApi();
  return useAction((id: string, body: NewRelease) => api.heldRequests.release({ params: { id }, body }));
}

import { Switch } from '@mantine/core';
import { PencilIcon, Trash2Icon } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'wouter';
import { DocsLink, counted } from '../../ui/text/shown-text.tsx';
import type { FaultItem } from '../../../shared/contract/emulator/rules.ts';
import { draftOfFault, type FaultDraft, useFaults, closeFaults, useSwitchFault } from './fault-draft.ts';
import { FaultForm } from './FaultForm.tsx';
import classes from './faults.module.css';
import { faultSentence } from '../../../shared/model/fault-sentence.ts';
import { IconButton } from '../../ui/inputs/IconButton.tsx';
import { RelativeTime } from '../../ui/text/time.tsx';
import { useAction } from '../data/action.ts';
import { useApi, useTraffic } from '../data/hangar.ts';
import { useUndoable } from '../undo/undo.tsx';

/** The faults as sentences with switches and counters, and the form that adds or changes one. */
export function FaultsPanel({ draft }: { draft: FaultDraft | undefined }) {
  const faults = useFaults();
  const [edited, setEdited] = useState<FaultItem>();
  const isThere = faults.some(({ id }) => id === edited?.id);
  return (
    <>
      {faults.length === 0 ? (
        <p className={classes['none']}>
          Faults make Hangar answer like a service in trouble.{' '}
          <DocsLink href="/docs/faults.html">About faults</DocsLink>
        </p>
      ) : (
        <ul className={classes['faults']} aria-label="Faults">
          {faults.map((fault) => (
            <FaultRow key={fault.id} fault={fault} onEdit={() => setEdited(fault)} />
          ))}
        </ul>
      )}
      {edited !== undefined && isThere ? (
        <FaultForm key={edited.id} fault={edited} draft={draftOfFault(edited)} onDone={() => setEdited(undefined)} />
      ) : (
        <FaultForm key="new" draft={draft} />
      )}
    </>
  );
}

/** One fault: its switch, its sentence, and its counters with a link to the last affected request. */
function FaultRow({ fault, onEdit }: { fault: FaultItem; onEdit: () => void }) {
  const api = useApi();
  const id = useId();
  const { subject, effect } = faultSentence(fault);
  const switchFault = useSwitchFault();
  const enable = useAction((enabled: boolean) => switchFault(fault, enabled));
  const undoable = useUndoable();
  const remove = useAction(() =>
    undoable(`Deleted ${fault.slug}`, () => api.faults.remove({ params: { id: fault.id } })),
  );
  return (
    <li aria-labelledby={id} data-on={fault.enabled && !fault.completed}>
      <Switch
        size="xs"
        aria-label={`${fault.slug} is on`}
        checked={fault.enabled && !fault.completed}
        disabled={fault.completed}
        onChange={({ currentTarget: { checked } }) => void enable.run(checked)}
      />
      <div className={classes['text']}>
        <p id={id} title={fault.slug}>
          {subject}: <b>{effect}</b>
        </p>
        <Counters fault={fault} />
      </div>
      <IconButton icon={PencilIcon} label={`Edit ${fault.slug}`} onClick={onEdit} />
      <IconButton icon={Trash2Icon} label={`Delete ${fault.slug}`} onClick={() => void remove.run()} />
    </li>
  );
}

function Counters({ fault: { slug, applied, times, completed } }: { fault: FaultItem }) {
  const { items } = useTraffic();
  const last = items.find((row) => row.fault?.slug.split(',').includes(slug));
  const count =
    applied === 0
      ? 'not applied yet'
      : times === undefined
        ? `applied ${counted(applied, 'time')}`
        : // A retry before Retry-After is refused again, and does not count.
          `applied ${Math.min(applied, times)} of ${times}`;
  return (
    <p className={classes['counters']}>
      {times !== undefined && <progress aria-hidden value={applied} max={times} />}
      {count}
      {completed && ', used up'}
      {last !== undefined && (
        <>
          {' · '}
          <Link href={`/traffic/${last.id}`} onClick={closeFaults}>
            last <RelativeTime at={last.at} suffix=" ago" />
          </Link>
        </>
      )}
    </p>
  );
}

import { useState } from 'react';
import { DocsLink } from '../../ui/DocsLink.tsx';
import type { FaultItem } from '../../../shared/contract/emulator/rules.ts';
import { draftOfFault, type FaultDraft } from './fault-draft.ts';
import { FaultForm } from './FaultForm.tsx';
import { FaultRow } from './FaultRow.tsx';
import classes from './faults.module.css';
import { useFaults } from './use-faults.ts';

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

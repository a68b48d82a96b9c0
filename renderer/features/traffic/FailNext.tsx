import { Button } from '@mantine/core';
import { ZapIcon } from 'lucide-react';
import type { FaultDraft } from '../../core/faults/fault-draft.ts';
import { openFaults } from '../../core/faults/faults-panel.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { useIsInMenu } from '../../ui/MenuPopover.tsx';

const LABEL = 'Make the next one fail…';

/** Opens the faults with a one-time fault for requests like this one. An icon beside other buttons. */
export function FailNext({ draft }: { draft: FaultDraft }) {
  const open = () => openFaults('toolbar', draft);
  if (useIsInMenu()) {
    return (
      <Button leftSection={<ZapIcon size={14} />} onClick={open}>
        {LABEL}
      </Button>
    );
  }
  return <IconButton icon={ZapIcon} iconSize={16} variant="default" size={28} label={LABEL} onClick={open} />;
}

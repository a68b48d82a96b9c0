import { Button } from '@mantine/core';
import { CirclePauseIcon, type LucideIcon, ZapIcon } from 'lucide-react';
import { useCommands } from '../../core/commands/commands.ts';
import { type FaultDraft, openFaults } from '../../core/faults/fault-draft.ts';
import { useHoldNext } from '../../core/held/HeldRequestsChip.tsx';
import { IconButton } from '../../ui/inputs/IconButton.tsx';
import { useIsInMenu } from '../../ui/inputs/MenuPopover.tsx';

interface ProvokeProps {
  /** A fault for requests like this one. */
  readonly draft: FaultDraft;
}

/** The button that lets the next request like this one fail. */
export function FailNext({ draft }: ProvokeProps) {
  return <Action icon={ZapIcon} label="Make the next one fail…" onClick={() => openFaults('toolbar', draft)} />;
}

/** The button that holds the next request like this one. */
export function HoldNext({ draft }: ProvokeProps) {
  const hold = useHoldNext();
  const holdNext = () => void hold.run(draft['match']);
  useCommands([
    { id: 'hold-next-like', title: 'Hold the next request like this', group: 'Lab', inMenu: false, run: holdNext },
  ]);
  return <Action icon={CirclePauseIcon} label="Hold the next one" onClick={holdNext} />;
}

/** An action of a menu; an icon beside other buttons. */
function Action({ icon: Icon, label, onClick }: { icon: LucideIcon; label: string; onClick: () => void }) {
  if (useIsInMenu()) {
    return (
      <Button leftSection={<Icon size={14} />} onClick={onClick}>
        {label}
      </Button>
    );
  }
  return <IconButton icon={Icon} iconSize={16} variant="default" size={28} label={label} onClick={onClick} />;
}

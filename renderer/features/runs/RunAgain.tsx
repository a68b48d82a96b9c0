import { Button } from '@mantine/core';
import type { FaultDraft } from '../../core/faults/fault-draft.ts';
import { openFaults } from '../../core/faults/faults-panel.ts';
import { SplitButton } from '../../ui/SplitButton.tsx';

interface RunAgainProps {
  /** Slug of the run's task. */
  readonly task: string;
  readonly filled: boolean;
  /** True while a repeated run is created. */
  readonly isBusy: boolean;
  /** Opens the form with the values of the run. */
  readonly onEdit: () => void;
  /** Runs the task with the same values. */
  readonly onRepeat: () => void;
}

/** Runs a task again: with edited values, with the same ones, or the next time in trouble. */
export function RunAgain({ task, filled, isBusy, onEdit, onRepeat }: RunAgainProps) {
  const match = { operation: 'tasks/execute', task };
  const next = (draft: FaultDraft) => () => openFaults('footer', { ...draft, times: 1, match });
  return (
    <SplitButton
      label="More ways to run…"
      filled={filled}
      main={
        <Button variant={filled ? 'filled' : 'default'} onClick={onEdit}>
          Run again…
        </Button>
      }
    >
      <Button loading={isBusy} title="Runs the task again with the same values" onClick={onRepeat}>
        Repeat
      </Button>
      <Button title="Adds a fault for the client’s next execution" onClick={next({ kind: 'run', status: 'Failed' })}>
        Make the next one fail…
      </Button>
      <Button title="Adds a fault for the client’s next execution" onClick={next({ kind: 'delay', seconds: 2 })}>
        Make the next one slow…
      </Button>
    </SplitButton>
  );
}

import { Button } from '@mantine/core';
import { EmptyState } from '../../ui/text/states.tsx';

interface NoMatchesProps {
  /** Such as `run`. */
  readonly noun: string;
  readonly plural?: string;
  /** Label of the button. */
  readonly clear?: string;
  readonly onClear: () => void;
}

/** Shown when a filter hides all rows. */
export function NoMatches({ noun, plural = `${noun}s`, clear = 'Clear filter', onClear }: NoMatchesProps) {
  return (
    <EmptyState title={`No matching ${plural}`} action={<Button onClick={onClear}>{clear}</Button>}>
      New {plural} that match appear here.
    </EmptyState>
  );
}

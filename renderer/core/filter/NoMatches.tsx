import { Button } from '@mantine/core';
import { EmptyState } from '../../ui/states.tsx';

interface NoMatchesProps {
  /** Such as `run`. */
  readonly noun: string;
  /** Label of the button. */
  readonly clear?: string;
  readonly onClear: () => void;
}

/** Shown when a filter hides all rows. */
export function NoMatches({ noun, clear = 'Clear filter', onClear }: NoMatchesProps) {
  return (
    <EmptyState title={`No matching ${noun}s`} action={<Button onClick={onClear}>{clear}</Button>}>
      New {noun}s that match appear here.
    </EmptyState>
  );
}

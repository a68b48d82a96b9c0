import { type CountLink, CountLinks } from '../lists/CountLinks.tsx';
import { EmptyState } from '../text/states.tsx';

interface NoneSelectedProps {
  /** Such as `run`. */
  readonly noun: string;
  /** The parts of an item, as an object of “shows”. */
  readonly shows: string;
  /** The name of the links. */
  readonly label: string;
  /** Parts of the list that people look for first. */
  readonly links: readonly CountLink[];
}

/** Shown beside a live list while nothing is selected. */
export function NoneSelected({ noun, shows, label, links }: NoneSelectedProps) {
  return (
    <EmptyState title={`Select a ${noun}`} action={<CountLinks label={label} links={links} />}>
      Shows {shows}. J and K move in the list, Enter opens.
    </EmptyState>
  );
}

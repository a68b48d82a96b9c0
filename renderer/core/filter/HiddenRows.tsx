import { counted } from '../../ui/text/counted.ts';
import { KeyCap } from '../../ui/text/KeyCap.tsx';
import { useCommands } from '../commands/commands.ts';
import classes from './filter.module.css';

interface HiddenRowsProps {
  readonly isFiltered: boolean;
  /** Number of rows that the filter hides; undefined while unknown. */
  readonly hidden: number | undefined;
  readonly noun: string;
  readonly plural?: string;
  readonly onClear: () => void;
}

/** The foot of a filtered list: the number of hidden rows and a button that shows them. Escape does so too. */
export function HiddenRows({ isFiltered, hidden = 0, noun, plural = `${noun}s`, onClear }: HiddenRowsProps) {
  useCommands([
    {
      id: 'filter-clear',
      title: `Show all ${plural}`,
      group: 'Lists',
      shortcut: 'Escape',
      when: isFiltered,
      run: onClear,
    },
  ]);
  if (!isFiltered || hidden <= 0) return null;
  return (
    <p className={classes['hidden']}>
      {counted(hidden, noun, plural)} hidden by the filter
      <button type="button" className="bare" onClick={onClear}>
        Show all <KeyCap quiet>Esc</KeyCap>
      </button>
    </p>
  );
}

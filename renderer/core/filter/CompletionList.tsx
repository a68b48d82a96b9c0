import { useEffect, useRef } from 'react';
import classes from './filter.module.css';
import type { FilterCompletion } from './filter-completions.ts';

interface CompletionListProps {
  /** ID of the field; the options are `ID-0`, `ID-1` … */
  readonly id: string;
  readonly label: string;
  readonly options: readonly FilterCompletion[];
  readonly active: number;
  readonly onAccept: (option: FilterCompletion) => void;
}

/** The completions of a filter, below its field. The field keeps the focus. */
export function CompletionList({ id, label, options, active, onAccept }: CompletionListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const option = list.current?.children[active];
    if (option instanceof HTMLElement) option.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div ref={list} id={`${id}-list`} role="listbox" aria-label={label} className={classes['list']}>
      {options.map((option, index) => (
        <div
          key={`${option.label} ${option.text}`}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          className={classes['option']}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onAccept(option)}
        >
          <code>{option.label}</code> <span>{option.help}</span>
        </div>
      ))}
    </div>
  );
}

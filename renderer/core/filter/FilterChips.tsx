import { type RefObject, useLayoutEffect, useRef } from 'react';
import { partsOfFilter } from './filter-chips.ts';
import classes from './filter.module.css';

interface FilterChipsProps {
  readonly text: string;
  /** True while the last word is typed. */
  readonly isEdited: boolean;
  readonly field: RefObject<HTMLInputElement | null>;
}

/** The backgrounds of the terms in a filter, behind the text of its field, which they scroll with. */
export function FilterChips({ text, isEdited, field }: FilterChipsProps) {
  const chips = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const input = field.current;
    const follow = () => {
      if (input !== null && chips.current !== null) chips.current.style.translate = `${-input.scrollLeft}px`;
    };
    follow();
    input?.addEventListener('scroll', follow);
    return () => input?.removeEventListener('scroll', follow);
    // Other changes do not scroll the field, and to ask for its position lays the page out.
  }, [text, field]);
  return (
    <div className={classes['chips']} aria-hidden>
      <span ref={chips}>
        {partsOfFilter(text, isEdited).map((part, index) => (
          <span key={index} data-chip={part.chip}>
            {part.text}
          </span>
        ))}
      </span>
    </div>
  );
}

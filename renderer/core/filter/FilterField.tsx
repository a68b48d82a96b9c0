import { TextInput } from '@mantine/core';
import { SearchIcon, XIcon } from 'lucide-react';
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import type { FilterKind } from '../../../shared/model/filter-terms.ts';
import { filterProblem } from '../../../shared/model/read-filter.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { useDebouncedText } from '../use-debounced-text.ts';
import classes from './filter.module.css';
import { FilterChips } from './FilterChips.tsx';
import { CompletionList } from './CompletionList.tsx';
import { useFilterCompletion } from './use-filter-completion.ts';
import { useFieldKey } from '../use-field-key.ts';
import { useFilterNames } from './use-filter-names.ts';
import { useSavedFiltersOf } from './saved-filter-list.ts';

/** A term to begin with, for the placeholder. */
const FIRST_TERMS: Readonly<Record<FilterKind, string>> = {
  run: 'status:',
  session: 'status:',
  prompt: 'task:',
  request: 'status:4xx',
};

interface FilterFieldProps {
  readonly kind: FilterKind;
  readonly label: string;
  readonly value: string;
  /** Called after a debounce with a valid filter. */
  readonly onChange: (value: string) => void;
}

/** A combobox for a filter: completes terms and their values, and reports an invalid filter. */
export function FilterField({ kind, label, value, onChange }: FilterFieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useFieldKey(label, field);
  // Undefined until its first focus.
  const [hasFocus, setFocus] = useState<boolean>();
  const [problem, setProblem] = useState('');
  const [text, setText] = useDebouncedText(value, (next) => {
    const found = filterProblem(kind, next);
    setProblem(found);
    if (found !== '') return false;
    onChange(next);
    return true;
  });
  const names = useFilterNames(hasFocus !== undefined);
  const saved = useSavedFiltersOf(kind).list;
  const caret = useRef<number>(undefined);
  const change = (next: string, at?: number) => {
    setText(next);
    setProblem('');
    caret.current = at;
  };
  const completion = useFilterCompletion({ kind, names, saved, text, field, onAccept: change });
  // Set before the next key press, which would otherwise insert at the end.
  useLayoutEffect(() => {
    if (caret.current === undefined) return;
    field.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (completion.onKey(event.key)) event.preventDefault();
    else if (event.key === 'Escape' && text !== '') {
      event.stopPropagation();
      change('');
    }
  };
  const { options, active } = completion;
  const shownProblem = value !== '' && text === value ? filterProblem(kind, value) : problem;
  return (
    <div className={classes['field']}>
      <FilterChips text={text} isEdited={hasFocus === true} field={field} />
      <TextInput
        ref={field}
        role="combobox"
        aria-label={label}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-expanded={options.length > 0}
        aria-controls={options.length > 0 ? `${id}-list` : undefined}
        aria-activedescendant={active < 0 ? undefined : `${id}-${active}`}
        error={shownProblem !== ''}
        aria-describedby={shownProblem === '' ? undefined : `${id}-problem`}
        autoComplete="off"
        spellCheck={false}
        placeholder={`Any value, ${FIRST_TERMS[kind]}…`}
        value={text}
        leftSection={<SearchIcon size={14} />}
        rightSection={text !== '' && <ClearButton onClick={() => (change(''), field.current?.focus())} />}
        onFocus={() => setFocus(true)}
        onBlur={() => {
          completion.close();
          setFocus(false);
        }}
        onKeyDown={onKeyDown}
        onChange={({ currentTarget }) => {
          change(currentTarget.value);
          completion.look(currentTarget.value, currentTarget.selectionStart);
        }}
      />
      {options.length > 0 && (
        <CompletionList id={id} label="Completions" options={options} active={active} onAccept={completion.accept} />
      )}
      {options.length === 0 && shownProblem !== '' && (
        <p id={`${id}-problem`} role="alert" className={classes['problem']}>
          {sentence(shownProblem)}
        </p>
      )}
    </div>
  );
}

function ClearButton({ onClick }: { onClick: () => void }) {
  const name = { label: 'Clear filter', title: 'Clear filter (Escape)' };
  return <IconButton icon={XIcon} iconSize={12} size={20} {...name} tabIndex={-1} onClick={onClick} />;
}

function sentence(problem: string): string {
  return /^["“]/.test(problem) ? `${problem}.` : `The filter ${problem}.`;
}

import { TextInput } from '@mantine/core';
import { SearchIcon, XIcon } from 'lucide-react';
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { FilterKind } from '../../../shared/model/filter-terms.ts';
import { filterProblem, isTermWord } from '../../../shared/model/read-filter.ts';
import { openFirst } from '../../ui/focus/list-focus.ts';
import { IconButton } from '../../ui/inputs/IconButton.tsx';
import { useDebouncedText } from './SearchField.tsx';
import classes from './filter.module.css';
import { useFilterCompletion } from './use-filter-completion.ts';
import { useFieldKey } from '../commands/commands.ts';
import { useSavedFiltersOf } from './saved-filters.ts';
import type { FilterCompletion, FilterNames } from './filter-completions.ts';
import { FILTER_WORD } from '../../../shared/model/filter.ts';
import { useEnvironments, useRunbooks, useTasks, useWebhooks } from '../data/hangar.ts';

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
  const { text, problem, change, apply } = useFilterText({ kind, value, onChange }, field);
  const suggested = { names: useFilterNames(), saved: useSavedFiltersOf(kind).list };
  const completion = useFilterCompletion({ kind, ...suggested, text, field, onAccept: change });
  const onKeyDown = (event: KeyboardEvent) => {
    if (completion.onKey(event.key)) event.preventDefault();
    else if (event.key === 'Enter') openFirst(event.currentTarget, apply);
    else if (event.key === 'Escape' && text !== '') {
      event.stopPropagation();
      change('');
    }
  };
  const { options, active } = completion;
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
        error={problem !== ''}
        aria-describedby={problem === '' ? undefined : `${id}-problem`}
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
      {options.length === 0 && problem !== '' && (
        <p id={`${id}-problem`} role="alert" className={classes['problem']}>
          {sentence(problem)}
        </p>
      )}
    </div>
  );
}

/**
 * The text of a filter while it is edited, and its problem, '' for none. A valid text is applied after a debounce; `change` also
 * places the caret in its field.
 */
function useFilterText(
  { kind, value, onChange }: Pick<FilterFieldProps, 'kind' | 'value' | 'onChange'>,
  field: RefObject<HTMLInputElement | null>,
) {
  const [found, setFound] = useState('');
  const [text, setText, apply] = useDebouncedText(value, (next) => {
    const problem = filterProblem(kind, next);
    setFound(problem);
    if (problem !== '') return false;
    onChange(next);
    return true;
  });
  const caret = useRef<number>(undefined);
  // Set before the next key press, which would otherwise insert at the end.
  useLayoutEffect(() => {
    if (caret.current === undefined) return;
    field.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });
  const change = (next: string, at?: number) => {
    setText(next);
    setFound('');
    caret.current = at;
  };
  return { text, problem: value !== '' && text === value ? filterProblem(kind, value) : found, change, apply };
}

function ClearButton({ onClick }: { onClick: () => void }) {
  const name = { label: 'Clear filter', title: 'Clear filter (Escape)' };
  return <IconButton icon={XIcon} iconSize={12} size={20} {...name} tabIndex={-1} onClick={onClick} />;
}

function sentence(problem: string): string {
  return /^["“]/.test(problem) ? `${problem}.` : `The filter ${problem}.`;
}

interface CompletionListProps {
  /** ID of the field; the options are `ID-0`, `ID-1` … */
  readonly id: string;
  readonly label: string;
  readonly options: readonly FilterCompletion[];
  readonly active: number;
  readonly onAccept: (option: FilterCompletion) => void;
}

/** The completions of a filter, below its field. The field keeps the focus. */
function CompletionList({ id, label, options, active, onAccept }: CompletionListProps) {
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

interface FilterChipsProps {
  readonly text: string;
  /** True while the last word is typed. */
  readonly isEdited: boolean;
  readonly field: RefObject<HTMLInputElement | null>;
}

/** The backgrounds of the terms in a filter, behind the text of its field, which they scroll with. */
function FilterChips({ text, isEdited, field }: FilterChipsProps) {
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

/** A part of a filter: a term or a quoted text, drawn as a chip, or anything between them. */
interface FilterPart {
  readonly text: string;
  readonly chip: 'term' | 'quote' | undefined;
}

/** Splits a filter into chips and the rest; joined, the parts are the filter. @param isEdited true while its last word is typed */
export function partsOfFilter(filter: string, isEdited: boolean): readonly FilterPart[] {
  const parts: FilterPart[] = [];
  let from = 0;
  for (const { index, 0: word } of filter.matchAll(FILTER_WORD)) {
    const end = index + word.length;
    const chip = isEdited && end === filter.length ? undefined : chipOf(word);
    if (chip === undefined) continue;
    parts.push({ text: filter.slice(from, index), chip: undefined }, { text: word, chip });
    from = end;
  }
  return [...parts, { text: filter.slice(from), chip: undefined }].filter(({ text }) => text !== '');
}

function chipOf(word: string): FilterPart['chip'] {
  if (/^-?"[^"]+"$/.test(word)) return 'quote';
  return isTermWord(word) ? 'term' : undefined;
}

/** The names to complete values with. */
function useFilterNames(): FilterNames {
  const [taskItems, runbookItems] = [useTasks().items, useRunbooks().items];
  const [environmentItems, webhookItems] = [useEnvironments().items, useWebhooks().items];
  return useMemo(
    () => ({
      tasks: taskItems.map(({ slug }) => slug),
      runbooks: runbookItems.map(({ slug }) => slug),
      environments: environmentItems.map(({ slug }) => slug),
      webhooks: [...new Set(webhookItems.map(({ webhook }) => webhook))],
      parameters: [
        ...new Set([...taskItems, ...runbookItems].flatMap(({ parameters }) => parameters.map(({ slug }) => slug))),
      ],
    }),
    [taskItems, runbookItems, environmentItems, webhookItems],
  );
}

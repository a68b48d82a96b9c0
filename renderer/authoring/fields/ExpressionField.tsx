import { Combobox, Textarea, TextInput, useCombobox } from '@mantine/core';
import {
  createContext,
  type ReactNode,
  type SyntheticEvent,
  useContext,
  type KeyboardEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { MONO_INPUT, PLAIN_INPUT } from '../../ui/inputs/mono-input.ts';
import { useField } from '../context/authoring.ts';
import classes from '../cards/authoring.module.css';
import { type JsonPath, textOf } from '../../../shared/values/json.ts';
import { FieldWithWarning } from './fields.tsx';
import type { Scope } from '../scope/scope.ts';
import { TemplateChips } from './TemplateText.tsx';
import { completionsAt, type Completions, type Insertion, insertionOf, typedInstead } from '../scope/completions.ts';
import type { ScopePath } from '../scope/scope-name.ts';

const ScopeContext = createContext<Scope>([]);

/** Provides the names that expressions of the fields within can use. */
export const ScopeProvider = ScopeContext.Provider;

/** The names that expressions can use here. */
export function useScope(): Scope {
  return useContext(ScopeContext);
}

interface ExpressionFieldProps {
  readonly path: JsonPath;
  readonly label: string;
  readonly hint?: string;
  readonly placeholder?: string;
  /** `expression`: as in `when`; `template`, the default: text with `{{ … }}`. */
  readonly mode?: 'expression' | 'template';
  readonly multiline?: boolean;
  /** True when an empty text removes the field. */
  readonly optional?: boolean;
}

/** A field for an expression or a text with templates. */
export function ExpressionField({ path, optional = false, ...rest }: ExpressionFieldProps) {
  const field = useField(path);
  return (
    <ExpressionText
      {...rest}
      value={textOf(field.value)}
      error={field.error}
      warning={field.warning}
      onBlur={field.touch}
      onChange={(text) => field.set(optional && text === '' ? undefined : text)}
    />
  );
}

interface ExpressionTextProps extends Omit<ExpressionFieldProps, 'path' | 'optional'> {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly error: string | undefined;
  readonly warning: string | undefined;
  readonly onBlur?: () => void;
  /** True to use the label as the accessible name only. */
  readonly hiddenLabel?: boolean;
}

/** A text field that completes names in expressions. */
export function ExpressionText(props: ExpressionTextProps) {
  const { value, onChange, mode = 'template', label, hint, multiline = false, hiddenLabel = false } = props;
  const scope = useScope();
  const { field, combobox, found, look, accept, press } = useNameCompletion({ value, onChange, mode, scope });
  const shared = {
    ref: field,
    ...(hiddenLabel ? { 'aria-label': label } : { label }),
    description: hint,
    placeholder: props.placeholder,
    value,
    error: props.error,
    // A text with templates is prose.
    ...(mode === 'template' ? PLAIN_INPUT : MONO_INPUT),
    inputContainer: (input: ReactNode) =>
      mode === 'template' ? <TemplateChips text={value}>{input}</TemplateChips> : input,
    onKeyDown: press,
    onChange: (event: SyntheticEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      const { value: text, selectionStart } = event.currentTarget;
      onChange(text);
      look(text, selectionStart ?? text.length);
    },
    onBlur: () => {
      combobox.closeDropdown();
      props.onBlur?.();
    },
  };
  return (
    <FieldWithWarning warning={props.warning}>
      <Combobox
        store={combobox}
        onOptionSubmit={(path) => accept(found?.options.find((option) => option.path === path))}
        withinPortal
        position="bottom-start"
        width={320}
      >
        <Combobox.Target>
          {multiline ? <Textarea {...shared} autosize minRows={1} maxRows={10} /> : <TextInput {...shared} />}
        </Combobox.Target>
        <Combobox.Dropdown hidden={found === undefined}>
          <Combobox.Options aria-label={`Completions of ${label}`}>
            {(found?.options ?? []).map(({ path, detail }) => (
              <Combobox.Option key={path} value={path} className={classes['completion'] ?? ''}>
                <code>{path}</code> <span>{detail}</span>
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
    </FieldWithWarning>
  );
}

interface CompletionOptions {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly mode: 'expression' | 'template';
  readonly scope: Scope;
}

type Field = HTMLInputElement & HTMLTextAreaElement;
type KeyPress = KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>;

/** The completion of names in a text field. */
function useNameCompletion({ value, onChange, mode, scope }: CompletionOptions) {
  const [found, setFound] = useState<Completions>();
  const field = useRef<Field>(null);
  const putCaret = useCaret(field);
  // The caret's position after the latest completion.
  const completed = useRef<number>(undefined);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const put = ({ text, caret }: Insertion) => {
    if (text !== value) onChange(text);
    combobox.closeDropdown();
    putCaret(caret);
  };
  const look = (text: string, caret: number) => {
    const next = completionsAt(text, caret, { mode, scope });
    setFound(next);
    if (next === undefined) combobox.closeDropdown();
    else combobox.openDropdown();
    combobox.updateSelectedOptionIndex();
  };
  const accept = (option: ScopePath | undefined) => {
    if (found === undefined || option === undefined) return;
    const after = value.slice(found.to);
    const plain = { text: option.path, caret: option.path.length };
    const { text, caret } = mode === 'template' ? insertionOf(option, after) : plain;
    completed.current = found.from + caret;
    put({ text: value.slice(0, found.from) + text + after, caret: completed.current });
  };
  const press = (event: KeyPress) => {
    const index = combobox.getSelectedOptionIndex();
    const chosen = combobox.dropdownOpened ? found?.options[Math.max(index, 0)] : undefined;
    // Accepts the first one unless another was chosen by the arrow keys.
    const isTaken = (event.key === 'Tab' && !event.shiftKey) || (event.key === 'Enter' && index === -1);
    const { selectionStart: at, selectionEnd } = event.currentTarget;
    const isTyped = mode === 'template' && at !== null && at === selectionEnd;
    const instead = isTyped ? typedInstead(event.key, { text: value, caret: at }, completed.current) : undefined;
    if (chosen !== undefined && isTaken) accept(chosen);
    else if (instead !== undefined) put(instead);
    else return;
    event.preventDefault();
  };
  return { field, combobox, found, look, accept, press };
}

/** Puts the caret of a field once its new text is rendered, before the next key, which would be inserted at the end. */
function useCaret(field: { readonly current: Field | null }): (at: number) => void {
  const [caret, setCaret] = useState<{ readonly at: number }>();
  useLayoutEffect(() => {
    if (caret !== undefined) field.current?.setSelectionRange(caret.at, caret.at);
  }, [field, caret]);
  return (at) => {
    setCaret({ at });
  };
}

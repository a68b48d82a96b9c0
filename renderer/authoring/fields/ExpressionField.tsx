import { Combobox, Textarea, TextInput, useCombobox } from '@mantine/core';
import {
  createContext,
  type KeyboardEvent,
  type SyntheticEvent,
  useContext,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { MONO_INPUT, PLAIN_INPUT } from '../../ui/mono-input.ts';
import { useField } from '../context/authoring.ts';
import classes from '../cards/authoring.module.css';
import { completionsAt, type Completions, isTypedOver, withBraces } from '../scope/completions.ts';
import { type JsonPath, textOf } from '../context/json-path.ts';
import { FieldWithWarning } from '../cards/FieldWithWarning.tsx';
import type { Scope } from '../scope/scope.ts';

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
  const [found, setFound] = useState<Completions>();
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const caret = useRef<number>(undefined);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const look = (text: string, caret: number) => {
    const next = completionsAt(text, caret, { mode, scope });
    setFound(next);
    if (next === undefined) combobox.closeDropdown();
    else combobox.openDropdown();
    combobox.updateSelectedOptionIndex();
  };
  const accept = (path: string) => {
    if (found === undefined) return;
    const after = value.slice(found.to);
    onChange(value.slice(0, found.from) + (mode === 'template' ? withBraces(path, after) : path) + after);
    combobox.closeDropdown();
    caret.current = found.from + path.length;
  };
  const press = (event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    const { selectionStart: at, selectionEnd } = event.currentTarget;
    const index = combobox.getSelectedOptionIndex();
    const chosen = combobox.dropdownOpened ? found?.options[Math.max(index, 0)] : undefined;
    // Accepts the first one unless another was chosen by the arrow keys.
    const isTaken = (event.key === 'Tab' && !event.shiftKey) || (event.key === 'Enter' && index === -1);
    if (chosen !== undefined && isTaken) {
      event.preventDefault();
      accept(chosen.path);
    } else if (mode === 'template' && at !== null && at === selectionEnd && isTypedOver(event.key, value.slice(at))) {
      event.preventDefault();
      event.currentTarget.setSelectionRange(at + 1, at + 1);
    }
  };
  // Set before the next key press, which would otherwise insert at the end.
  useLayoutEffect(() => {
    if (caret.current === undefined) return;
    field.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });
  const shared = {
    ref: field,
    ...(hiddenLabel ? { 'aria-label': label } : { label }),
    description: hint,
    placeholder: props.placeholder,
    value,
    error: props.error,
    // A text with templates is prose.
    ...(mode === 'template' ? PLAIN_INPUT : MONO_INPUT),
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
      <Combobox store={combobox} onOptionSubmit={accept} withinPortal position="bottom-start" width={320}>
        <Combobox.Target>
          {multiline ? <Textarea {...shared} autosize minRows={2} maxRows={10} /> : <TextInput {...shared} />}
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

import { Input, type InputWrapperProps } from '@mantine/core';
import { useId } from 'react';
import type { CodeMirrorProps } from '../code/CodeMirror.tsx';
import { CodeEditor } from './CodeEditor.tsx';

interface CodeFieldProps extends Omit<CodeMirrorProps, 'invalid' | 'describedBy'> {
  readonly labelProps?: NonNullable<InputWrapperProps['labelProps']>;
  readonly description?: string | undefined;
  readonly error?: string | undefined;
  readonly onBlur?: (() => void) | undefined;
}

/** A code editor as a form field, with a label, a description and an error. */
export function CodeField({ labelProps = {}, description, error, onBlur, ...editor }: CodeFieldProps) {
  const id = useId();
  return (
    <Input.Wrapper
      label={editor.label}
      labelElement="div"
      labelProps={labelProps}
      description={description}
      descriptionProps={{ mt: 4 }}
      error={error}
      errorProps={{ id: `${id}-error` }}
      onBlur={onBlur}
    >
      <CodeEditor {...editor} invalid={error !== undefined} describedBy={`${id}-error`} />
    </Input.Wrapper>
  );
}

import { Input } from '@mantine/core';
import type { ReactNode } from 'react';
import type { FieldProps } from './field.ts';

interface FieldGroupProps extends Pick<FieldProps, 'label' | 'description' | 'error'> {
  readonly onBlur?: (() => void) | undefined;
  readonly children: ReactNode;
}

/** A field of several controls, with one label. */
export function FieldGroup({ label, children, ...props }: FieldGroupProps) {
  return (
    <Input.Wrapper label={label} labelElement="div" role="group" aria-label={label} {...props}>
      {children}
    </Input.Wrapper>
  );
}

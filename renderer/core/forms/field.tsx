import { Input } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Json } from '../../../shared/values/json.ts';
import type { Parameter } from '../../../shared/model/parameter.ts';
import type { ParameterForm } from './use-parameter-form.ts';
import { stripBidiControls } from '../../ui/text/shown-text.tsx';

/** The properties of a field of a form. */
export interface FieldProps {
  readonly form: ParameterForm;
  readonly parameter: Parameter;
  readonly path: string;
  /** The input of the field (see input-values.ts). */
  readonly value: Json;
  readonly onChange: (value: Json) => void;
  readonly label: string;
  /** Attributes of the label, which marks a field that may be left empty. */
  readonly labelProps: { readonly 'data-optional': boolean };
  readonly description: string | undefined;
  readonly error: string | undefined;
  readonly onBlur: () => void;
}

/** An input value as the text of a text field. */
export function textOf(value: Json): string {
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The common properties of Mantine's inputs. */
export function fieldProps({ label, labelProps, description, error, onBlur, parameter }: FieldProps) {
  const preset = parameter.default;
  return {
    label,
    labelProps,
    'aria-required': !parameter.constraints.optional,
    description,
    error,
    onBlur,
    ...(preset === undefined || preset === null || preset === ''
      ? {}
      : { placeholder: stripBidiControls(`Default: ${textOf(preset)}`) }),
  };
}

interface FieldGroupProps extends Pick<FieldProps, 'label' | 'labelProps' | 'description' | 'error'> {
  readonly onBlur?: (() => void) | undefined;
  readonly children: ReactNode;
}

/** A field of several controls, with one label. */
export function FieldGroup({ label, labelProps, description, error, onBlur, children }: FieldGroupProps) {
  return (
    <Input.Wrapper
      role="group"
      aria-label={label}
      labelElement="div"
      {...{ label, labelProps, description, error, onBlur }}
    >
      {children}
    </Input.Wrapper>
  );
}

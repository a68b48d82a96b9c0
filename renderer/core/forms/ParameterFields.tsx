import { memo } from 'react';
import { type Json, ownField } from '../../../shared/values/json.ts';
import type { Parameter } from '../../../shared/model/parameter.ts';
import { optionsOf, labelOf } from '../../../shared/model/parameter-options.ts';
import { ChoiceField, ChoicesField } from './ChoiceField.tsx';
import type { FieldProps } from './field.tsx';
import classes from './forms.module.css';
import { ListField } from './ObjectField.tsx';
import type { ParameterForm } from './use-parameter-form.ts';
import { WIDGETS } from './widgets.tsx';
import { stripBidiControls } from '../../ui/text/shown-text.tsx';

/** The fields of a form, labelled by their parameters' names. */
export function ParameterFields({ form }: { form: ParameterForm }) {
  return (
    <div ref={form.container} className={classes['fields']}>
      {form.shown(form.parameters).map((parameter) => (
        <TopLevelField
          key={parameter.slug}
          form={form}
          parameter={parameter}
          value={ownField(form.input, parameter.slug) ?? null}
          error={form.problemAt(parameter.slug)}
        />
      ))}
    </div>
  );
}

interface TopLevelFieldProps extends Pick<ParameterFieldProps, 'form' | 'parameter' | 'value'> {
  readonly error: string | undefined;
}

/** A top-level field. Rendered only when it changes, because there may be hundreds. */
const TopLevelField = memo(function TopLevelField({ form, parameter, value }: TopLevelFieldProps) {
  const { slug } = parameter;
  return <ParameterField {...{ form, parameter, value }} path={slug} onChange={(next) => form.set(slug, next)} />;
}, isSameField);

function isSameField(before: TopLevelFieldProps, after: TopLevelFieldProps): boolean {
  const { parameter, value, error, form } = after;
  // Lists and objects contain fields whose problems and visibility may change.
  const isPlain = !parameter.multi && parameter.type !== 'object';
  const isSame = before.parameter === parameter && before.value === value && before.error === error;
  return isPlain && isSame && before.form.config === form.config;
}

interface ParameterFieldProps {
  readonly form: ParameterForm;
  readonly parameter: Parameter;
  /** The path of its value, such as `order.items[0]`. */
  readonly path: string;
  readonly value: Json;
  readonly onChange: (value: Json) => void;
}

/** The field of a parameter: a list, a choice, or the widget of its type. */
export function ParameterField({ form, parameter, path, value, onChange }: ParameterFieldProps) {
  const { desc, constraints, multi, type } = parameter;
  const props: FieldProps = {
    form,
    parameter,
    path,
    value,
    onChange,
    label: stripBidiControls(labelOf(parameter)),
    labelProps: { 'data-optional': constraints.optional },
    description: desc === '' ? undefined : stripBidiControls(desc),
    error: form.problemAt(path),
    onBlur: () => form.touch(path),
  };
  const hasOptions = optionsOf(parameter).length > 0;
  if (multi) return hasOptions ? <ChoicesField {...props} /> : <ListField {...props} />;
  if (hasOptions) return <ChoiceField {...props} />;
  const Widget = WIDGETS[type];
  return <Widget {...props} />;
}

import type { Json } from '../../../shared/model/json.ts';
import type { Parameter } from '../../../shared/model/parameter.ts';
import { optionsOf, labelOf } from '../../../shared/model/parameter-options.ts';
import { ChoiceField, ChoicesField } from './ChoiceField.tsx';
import type { FieldProps } from './field.ts';
import classes from './forms.module.css';
import { ListField } from './ListField.tsx';
import type { ParameterForm } from './use-parameter-form.ts';
import { WIDGETS } from './widgets.tsx';

/** The fields of a form made from parameters, each labelled by its parameter's name. */
export function ParameterFields({ form }: { form: ParameterForm }) {
  return (
    <div ref={form.place} className={classes['fields']}>
      {form.parameters
        .filter((parameter) => !form.isHidden(parameter))
        .map((parameter) => (
          <ParameterField
            key={parameter.slug}
            form={form}
            parameter={parameter}
            path={parameter.slug}
            value={form.typed[parameter.slug] ?? null}
            onChange={(value) => form.set(parameter.slug, value)}
          />
        ))}
    </div>
  );
}

interface ParameterFieldProps {
  readonly form: ParameterForm;
  readonly parameter: Parameter;
  /** Where its value is, as problems name it: `order.items[0]`. */
  readonly path: string;
  readonly value: Json;
  readonly onChange: (value: Json) => void;
}

/** The field of one parameter, whatever its type: a list, a choice, or the type's own widget. */
export function ParameterField({ form, parameter, path, value, onChange }: ParameterFieldProps) {
  const { desc, constraints, multi, type } = parameter;
  const hints = [desc, constraints.optional && type !== 'boolean' ? 'Optional.' : ''].filter((text) => text !== '');
  const props: FieldProps = {
    form,
    parameter,
    path,
    value,
    onChange,
    label: labelOf(parameter),
    description: hints.length === 0 ? undefined : hints.join(' '),
    error: form.problemAt(path),
    onBlur: () => form.touch(path),
  };
  const hasOptions = optionsOf(parameter).length > 0;
  if (multi) return hasOptions ? <ChoicesField {...props} /> : <ListField {...props} />;
  if (hasOptions) return <ChoiceField {...props} />;
  const Widget = WIDGETS[type];
  return <Widget {...props} />;
}

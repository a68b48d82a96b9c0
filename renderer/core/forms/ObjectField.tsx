import { isJsonObject } from '../../../shared/values/json.ts';
import type { FieldProps } from './field.ts';
import classes from './forms.module.css';
import { ParameterField } from './ParameterFields.tsx';

/** The fields of an object. */
export function ObjectField({ form, parameter, path, value, onChange, label, description, error }: FieldProps) {
  const fields = isJsonObject(value) ? value : {};
  return (
    <fieldset className={classes['object']}>
      <legend>{label}</legend>
      {description !== undefined && <p className="quiet small">{description}</p>}
      {parameter.params
        .filter((inner) => !form.isHidden(inner))
        .map((inner) => (
          <ParameterField
            key={inner.slug}
            form={form}
            parameter={inner}
            path={`${path}.${inner.slug}`}
            value={fields[inner.slug] ?? null}
            onChange={(next) => onChange({ ...fields, [inner.slug]: next })}
          />
        ))}
      {error !== undefined && (
        <p className="error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}

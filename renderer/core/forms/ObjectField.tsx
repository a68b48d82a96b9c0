import { isJsonObject, ownField } from '../../../shared/values/json.ts';
import { type FieldProps, textOf, FieldGroup } from './field.tsx';
import classes from './forms.module.css';
import { ParameterField } from './ParameterFields.tsx';
import { Button, Textarea } from '@mantine/core';
import { emptyItem, hasOtherKeys, OTHER_KEYS } from './input-values.ts';

/** The fields of an object. */
export function ObjectField(props: FieldProps) {
  const { form, parameter, path, value, onChange, label, labelProps, description, error } = props;
  const fields = isJsonObject(value) ? value : {};
  return (
    <fieldset className={classes['object']}>
      <legend {...labelProps}>{label}</legend>
      {description !== undefined && <p className="quiet small">{description}</p>}
      {form.shown(parameter.params).map((inner) => (
        <ParameterField
          key={inner.slug}
          form={form}
          parameter={inner}
          path={`${path}.${inner.slug}`}
          value={ownField(fields, inner.slug) ?? null}
          onChange={(next) => onChange({ ...fields, [inner.slug]: next })}
        />
      ))}
      {hasOtherKeys(parameter) && (
        <Textarea
          label="Other keys"
          labelProps={{ 'data-optional': true }}
          description="A JSON object"
          classNames={{ input: 'mono' }}
          autosize
          minRows={1}
          maxRows={8}
          value={textOf(ownField(fields, OTHER_KEYS) ?? '')}
          error={form.problemAt(`${path}.${OTHER_KEYS}`)}
          onBlur={() => form.touch(`${path}.${OTHER_KEYS}`)}
          onChange={({ currentTarget }) => onChange({ ...fields, [OTHER_KEYS]: currentTarget.value })}
        />
      )}
      {error !== undefined && (
        <p className="error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** A list of values of one type. */
export function ListField(props: FieldProps) {
  const { form, parameter, path, value, onChange, label } = props;
  const items = Array.isArray(value) ? value : [];
  const item = { ...parameter, multi: false, desc: '', constraints: { ...parameter.constraints, optional: false } };
  return (
    <FieldGroup {...props} onBlur={undefined}>
      {items.map((each, index) => (
        // Items have no identity but their index.
        <div key={index} className={classes['item']}>
          <ParameterField
            form={form}
            parameter={{ ...item, name: `${label} ${index + 1}` }}
            path={`${path}[${index}]`}
            value={each}
            onChange={(next) => onChange(items.map((old, at) => (at === index ? next : old)))}
          />
          <Button
            aria-label={`Remove ${label} ${index + 1}`}
            onClick={() => onChange(items.filter((_, at) => at !== index))}
          >
            Remove
          </Button>
        </div>
      ))}
      <Button aria-label={`Add to ${label}`} onClick={() => onChange([...items, emptyItem(item)])}>
        Add
      </Button>
    </FieldGroup>
  );
}

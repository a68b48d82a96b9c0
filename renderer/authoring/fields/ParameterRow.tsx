import { Checkbox } from '@mantine/core';
import { PARAMETER_TYPE_NAMES, PARAMETER_TYPES } from '../../../shared/registry/parameter-types.ts';
import { useField } from '../context/authoring.ts';
import classes from '../cards/authoring.module.css';
import { CardProblem, CardToggle, CardTools } from '../cards/Card.tsx';
import type { ListedCardProps } from '../cards/CardList.tsx';
import { DefaultField } from './DefaultField.tsx';
import { CheckField, SelectField, TextField } from './fields.tsx';
import { type Json, type JsonObject, type JsonPath, listOf, objectOf, textOf } from '../../../shared/values/json.ts';
import { NamedFields } from './NamedFields.tsx';
import { isTypeName, typeLabel, typeNameOf, textOfValue } from '../context/parameter-type.ts';
import { ParametersEditor } from './ParametersEditor.tsx';
import { RuleFields } from './RuleFields.tsx';
import { unparsedText } from '../scope/draft-values.ts';
import { stripBidiControls } from '../../ui/text/shown-text.tsx';

interface ParameterRowProps extends ListedCardProps {
  readonly path: JsonPath;
  readonly isSaved: boolean;
}

/** A parameter as a row of a table, whose cells become fields when it is open; what a type adds is below them. */
export function ParameterRow({ path, isSaved, item: json, handle, ...card }: ParameterRowProps) {
  const { open, name } = card;
  const item = objectOf(json);
  const { slug, type } = item;
  return (
    <div className={classes['card']} data-parameter data-problem={card.error !== undefined} data-open={open}>
      <div className={classes['cells']}>
        {handle}
        <CardToggle {...card} label={[name, textOf(slug), typeLabel(textOf(type))].join(' ')} />
        {open ? (
          <div className={classes['cell']} data-fields>
            <NamedFields at={path} isSaved={isSaved} />
            <SelectField path={[...path, 'type']} label="Type" data={TYPES} />
            <RequiredField path={path} name={name} />
            {isShort(item) ? <DefaultField path={path} /> : <span />}
          </div>
        ) : (
          <div className={classes['cell']}>
            <span className="ellipsis" dir="auto">
              {stripBidiControls(name)}
            </span>
            <code className="ellipsis">{stripBidiControls(textOf(slug))}</code>
            <span className="ellipsis quiet">{stripBidiControls(summaryOf(item))}</span>
            <RequiredField path={path} name={name} />
            <span className="ellipsis quiet">{stripBidiControls(defaultText(item['default']))}</span>
          </div>
        )}
        {!open && <CardTools {...card} />}
      </div>
      <CardProblem {...card} />
      {open && (
        <div className={classes['below']} data-fields>
          <MoreFields path={path} />
          <CardTools {...card} />
        </div>
      )}
    </div>
  );
}

/** A checkbox of the row, for a value that must be given. */
function RequiredField({ path, name }: Pick<ParameterRowProps, 'path' | 'name'>) {
  const optional = useField([...path, 'constraints', 'optional']);
  return (
    <Checkbox
      label="Required"
      aria-label={`Required: ${name}`}
      checked={optional.value !== true}
      onChange={(event) => optional.set(!event.currentTarget.checked)}
    />
  );
}

/** The type, and the rules that are set, in a few words. */
function summaryOf({ type, constraints, multi, hidden }: JsonObject): string {
  const { options, regex, validate } = objectOf(constraints);
  const count = listOf(options).length;
  const parts = [
    typeLabel(textOf(type)),
    multi === true && 'several',
    count > 0 && `one of ${count}`,
    textOf(regex),
    textOf(validate) !== '' && 'validated',
    textOf(hidden) !== '' && 'hidden conditionally',
  ];
  return parts.filter((text) => text !== false && text !== '').join(', ');
}

const YES_OR_NO = new Map<unknown, string>([
  [true, 'yes'],
  [false, 'no'],
]);

function defaultText(preset: Json | undefined): string {
  return YES_OR_NO.get(preset) ?? unparsedText(preset) ?? textOfValue(preset ?? '');
}

/** True when the field of its default has one line. */
function isShort({ type, multi, component }: JsonObject): boolean {
  return multi !== true && textOf(component) === '' && !['json', 'object', 'upload'].includes(textOf(type));
}

/** The fields of an open parameter that are no cells. */
function MoreFields({ path }: { path: JsonPath }) {
  const item = objectOf(useField(path).value);
  const type = typeNameOf(textOf(item['type']));
  const components: readonly string[] = isTypeName(type) ? PARAMETER_TYPES[type].components : [''];
  return (
    <>
      <div className={classes['pair']}>
        <TextField path={[...path, 'desc']} label="Description" />
        {components.length > 1 && (
          <SelectField
            path={[...path, 'component']}
            label="Shown as"
            data={components.map((value) => ({ value, label: COMPONENTS[value] ?? value }))}
          />
        )}
      </div>
      {!isShort(item) && <DefaultField path={path} />}
      <CheckField path={[...path, 'multi']} label="Multiple values" />
      {type === 'object' && <NestedFields path={path} />}
      <RuleFields path={path} type={type} />
    </>
  );
}

function NestedFields({ path }: { path: JsonPath }) {
  return (
    <fieldset className={classes['group']}>
      <legend>Fields of the object</legend>
      <ParametersEditor
        path={[...path, 'params']}
        label="Fields of the object"
        noun="field"
        empty="Without fields, any JSON object is valid."
      />
      <CheckField path={[...path, 'constraints', 'allowUnknownKeys']} label="Keep unknown keys" />
    </fieldset>
  );
}

const TYPES = PARAMETER_TYPE_NAMES.map((value) => ({ value, label: PARAMETER_TYPES[value].label }));

const COMPONENTS: Readonly<Record<string, string>> = {
  '': 'One line',
  textarea: 'Several lines',
  'editor-sql': 'SQL editor',
};

import type { ReactNode } from 'react';
import type { Json } from '../../../shared/model/json.ts';
import { PARAMETER_TYPE_NAMES, PARAMETER_TYPES } from '../../../shared/registry/parameter-types.ts';
import { useEditor, useField } from './authoring.ts';
import classes from './authoring.module.css';
import { Card } from './Card.tsx';
import { DefaultField } from './DefaultField.tsx';
import { ExpressionField } from './ExpressionField.tsx';
import { CheckField, SelectField, TextField } from './fields.tsx';
import { JsonField } from './JsonField.tsx';
import { type JsonPath, listOf, objectOf, textOf } from './json-path.ts';
import { NamedFields } from './NamedFields.tsx';
import { OptionsField } from './OptionsField.tsx';
import { isTypeName, typeLabel, typeNameOf } from './parameter-type.ts';
import { ParametersEditor } from './ParametersEditor.tsx';
import { formScope } from './scope.ts';
import { Chip } from './TemplateText.tsx';

interface ParameterCardProps {
  readonly path: JsonPath;
  readonly handle: ReactNode;
  readonly name: string;
  readonly isSaved: boolean;
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly onDuplicate: () => void;
  readonly onRemove: () => void;
}

/** A parameter as a card: its name and rules in one line, every field when opened. */
export function ParameterCard({ path, isSaved, ...card }: ParameterCardProps) {
  const item = objectOf(useField(path).value);
  const { slug, type } = item;
  return (
    <div data-parameter>
      <Card
        {...card}
        path={path}
        kind={card.name}
        summary={
          <>
            <Chip>{textOf(slug)}</Chip> <span className={classes['quiet']}>{rulesOf(item)}</span>
          </>
        }
        aside={typeLabel(textOf(type))}
      >
        <ParameterFields path={path} isSaved={isSaved} />
      </Card>
    </div>
  );
}

function rulesOf(item: ReturnType<typeof objectOf>): string {
  const { constraints, multi, hidden, default: preset } = item;
  const { optional, options, regex, validate } = objectOf(constraints);
  const count = listOf(options).length;
  return [
    optional === true ? 'optional' : '',
    multi === true ? 'several' : '',
    count > 0 ? `one of ${count}` : '',
    textOf(regex),
    textOf(validate) === '' ? '' : 'validated',
    textOf(hidden) === '' ? '' : 'hidden at times',
    preset === undefined || preset === null ? '' : `= ${JSON.stringify(preset)}`,
  ]
    .filter((text) => text !== '')
    .join(' · ');
}

function ParameterFields({ path, isSaved }: { path: JsonPath; isSaved: boolean }) {
  const { draft, world } = useEditor();
  const item = objectOf(useField(path).value);
  const type = typeNameOf(textOf(item['type']));
  const scope = formScope(draft['parameters'], world.environments);
  const components: readonly string[] = isTypeName(type) ? PARAMETER_TYPES[type].components : [''];
  return (
    <>
      <div className={classes['pair']}>
        <NamedFields at={path} slugHint="Names its value in paramValues and expressions." isSaved={isSaved} />
      </div>
      <div className={classes['pair']}>
        <SelectField path={[...path, 'type']} label="Type" data={TYPES} />
        {components.length > 1 && (
          <SelectField path={[...path, 'component']} label="Shown as" data={components.map(componentOption)} />
        )}
      </div>
      <TextField path={[...path, 'desc']} label="Description" />
      <div className={classes['checks']}>
        <CheckField path={[...path, 'constraints', 'optional']} label="Optional" />
        <CheckField path={[...path, 'multi']} label="Multiple values" />
      </div>
      <DefaultField path={path} />
      {type === 'object' && <NestedFields path={path} />}
      <RuleFields path={path} scope={scope} />
    </>
  );
}

function RuleFields({ path, scope }: { path: JsonPath; scope: ReturnType<typeof formScope> }) {
  const inConstraints = (name: string) => [...path, 'constraints', name];
  return (
    <>
      <OptionsField path={path} />
      <TextField
        path={inConstraints('regex')}
        label="Regular expression"
        hint="Must match the whole value."
        placeholder="[A-Z]{2}\d+"
        mono
      />
      <ExpressionField
        path={inConstraints('validate')}
        label="Validate"
        hint="An expression that gives an error text, or null when all is well."
        placeholder="params.amount > 100 ? 'At most 100' : null"
        mode="expression"
        scope={scope}
      />
      <ExpressionField
        path={[...path, 'hidden']}
        label="Hidden when"
        hint="An expression; true hides the field, and a hidden one is not required."
        placeholder="params.kind === 'simple'"
        mode="expression"
        scope={scope}
      />
      <details className={classes['more']}>
        <summary>Allowed values definition</summary>
        <JsonField path={[...path, 'values']} label="Values" hint="An object, passed on as it is." preset={EMPTY} />
      </details>
    </>
  );
}

const EMPTY: Json = {};

function NestedFields({ path }: { path: JsonPath }) {
  return (
    <fieldset className={classes['group']}>
      <legend>Fields of the object</legend>
      <ParametersEditor
        path={[...path, 'params']}
        label="Fields of the object"
        addLabel="Add field"
        empty="Without fields, any JSON object is taken."
      />
      <CheckField path={[...path, 'constraints', 'allowUnknownKeys']} label="Keep keys that are no fields" />
    </fieldset>
  );
}

const TYPES = PARAMETER_TYPE_NAMES.map((value) => ({ value, label: PARAMETER_TYPES[value].label }));

const COMPONENTS: Readonly<Record<string, string>> = {
  '': 'One line',
  textarea: 'Several lines',
  'editor-sql': 'SQL editor',
};

function componentOption(value: string) {
  return { value, label: COMPONENTS[value] ?? value };
}

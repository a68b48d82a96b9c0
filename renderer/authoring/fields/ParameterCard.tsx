import { PARAMETER_TYPE_NAMES, PARAMETER_TYPES } from '../../../shared/registry/parameter-types.ts';
import { useField } from '../context/authoring.ts';
import classes from '../cards/authoring.module.css';
import { Card } from '../cards/Card.tsx';
import type { ListedCardProps } from '../cards/ListedCard.tsx';
import { DefaultField } from './DefaultField.tsx';
import { CheckField, SelectField, TextField } from './fields.tsx';
import { type JsonPath, listOf, objectOf, textOf } from '../context/json-path.ts';
import { NamedFields } from './NamedFields.tsx';
import { isTypeName, typeLabel, typeNameOf } from '../context/parameter-type.ts';
import { ParametersEditor } from './ParametersEditor.tsx';
import { RuleFields } from './RuleFields.tsx';
import { Chip } from './TemplateText.tsx';
import { stripBidiControls } from '../../ui/text/shown-text.ts';

interface ParameterCardProps extends ListedCardProps {
  readonly path: JsonPath;
  /** The hint for the slug. */
  readonly slugHint: string;
  readonly isSaved: boolean;
}

/** A parameter as a card: its name and rules in one line, all its fields when open. */
export function ParameterCard({ path, slugHint, isSaved, item: json, ...card }: ParameterCardProps) {
  const item = objectOf(json);
  const { slug, type } = item;
  return (
    <div data-parameter>
      <Card
        {...card}
        kind={card.name}
        summary={
          <>
            {textOf(slug) !== '' && <Chip>{textOf(slug)}</Chip>}{' '}
            <span className="quiet">{stripBidiControls(rulesSummary(item))}</span>
          </>
        }
        aside={typeLabel(textOf(type))}
      >
        <ParameterFields path={path} slugHint={slugHint} isSaved={isSaved} />
      </Card>
    </div>
  );
}

function rulesSummary(item: ReturnType<typeof objectOf>): string {
  const { constraints, multi, hidden, default: preset } = item;
  const { optional, options, regex, validate } = objectOf(constraints);
  const count = listOf(options).length;
  return [
    optional === true ? 'optional' : '',
    multi === true ? 'several' : '',
    count > 0 ? `one of ${count}` : '',
    textOf(regex),
    textOf(validate) === '' ? '' : 'validated',
    textOf(hidden) === '' ? '' : 'hidden conditionally',
    preset === undefined || preset === null ? '' : `default ${JSON.stringify(preset)}`,
  ]
    .filter((text) => text !== '')
    .join(' · ');
}

function ParameterFields({ path, slugHint, isSaved }: Pick<ParameterCardProps, 'path' | 'slugHint' | 'isSaved'>) {
  const item = objectOf(useField(path).value);
  const type = typeNameOf(textOf(item['type']));
  const components: readonly string[] = isTypeName(type) ? PARAMETER_TYPES[type].components : [''];
  return (
    <>
      <div className={classes['pair']}>
        <NamedFields at={path} slugHint={slugHint} isSaved={isSaved} />
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
        slugHint="Names its value in the object."
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

function componentOption(value: string) {
  return { value, label: COMPONENTS[value] ?? value };
}

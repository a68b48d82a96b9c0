import { useState } from 'react';
import { Parameter } from '../../../shared/model/parameter.ts';
import { ANY_SETUP } from '../../../shared/model/typed-value.ts';
import { PARAMETER_TYPES } from '../../../shared/registry/parameter-types.ts';
import { useDefaultEnvironment } from '../../core/data/hangar.ts';
import { ParameterFields } from '../../core/forms/ParameterFields.tsx';
import { type InputValues, inputValuesOf, parseInputValues } from '../../core/forms/input-values.ts';
import { useParameterForm } from '../../core/forms/use-parameter-form.ts';
import { useField } from '../context/authoring.ts';
import { type Json, jsonEqual, type JsonPath, objectOf } from '../../../shared/values/json.ts';
import { unparsed, unparsedText } from '../scope/draft-values.ts';

const SLUG = 'default';

/** The default of a parameter, entered in the parameter's own field. */
export function DefaultField({ path }: { path: JsonPath }) {
  const item = useField(path).value;
  const field = useField([...path, 'default']);
  const { default: preset, ...rest } = objectOf(item);
  // Entered as text while the parameter is invalid.
  const read = Parameter.safeParse({ ...rest, slug: SLUG });
  const parameter = read.success ? read.data : Parameter.parse({ slug: SLUG });
  return (
    <div onBlur={field.touch}>
      <TypedDefault key={parameter.type} parameter={asField(parameter)} value={preset} onChange={field.set} />
      {field.error !== undefined && <p className="error">{field.error}</p>}
    </div>
  );
}

/** The parameter as an optional field named Default. */
function asField(parameter: Parameter): Parameter {
  const { options } = parameter.constraints;
  const constraints = { optional: true, options, regex: '', validate: '', allowUnknownKeys: false };
  return { ...parameter, name: 'Default', desc: '', hidden: '', constraints };
}

interface TypedDefaultProps {
  readonly parameter: Parameter;
  readonly value: Json | undefined;
  readonly onChange: (value: Json | undefined) => void;
}

function TypedDefault({ parameter, value, onChange }: TypedDefaultProps) {
  const [typed, setTyped] = useState<InputValues>();
  const environment = useDefaultEnvironment();
  const isCurrent = typed !== undefined && jsonEqual(defaultOfInput(parameter, typed), value);
  const form = useParameterForm({
    parameters: [parameter],
    input: isCurrent ? typed : inputOfDefault(parameter, value),
    onInput: (next) => {
      setTyped(next);
      onChange(defaultOfInput(parameter, next));
    },
    environment,
  });
  return <ParameterFields form={{ ...form, problemAt: () => undefined }} />;
}

function inputOfDefault(parameter: Parameter, value: Json | undefined): InputValues {
  const text = unparsedText(value);
  return text === undefined ? inputValuesOf([parameter], { [SLUG]: value ?? null }) : { [SLUG]: text };
}

/** The default from the input: a value of the type when it can be parsed, else the text. */
function defaultOfInput(parameter: Parameter, typed: InputValues): Json | undefined {
  const { values, problems } = parseInputValues([parameter], typed);
  const text = typed[SLUG];
  if (problems[SLUG] !== undefined && typeof text === 'string') return unparsed(text);
  const value = values[SLUG];
  if (value === undefined) return undefined;
  const coerce = (each: Json): Json => {
    const result = PARAMETER_TYPES[parameter.type].check(each, ANY_SETUP);
    // Only numbers are entered as text.
    return 'value' in result && (parameter.type === 'integer' || parameter.type === 'float') ? result.value : each;
  };
  return parameter.multi && Array.isArray(value) ? value.map(coerce) : coerce(value);
}

import { useEditor, useField } from '../context/authoring.ts';
import { useDefinitions } from '../context/workspace-definitions.ts';
import { ExpressionField, ScopeProvider } from './ExpressionField.tsx';
import { TextField } from './fields.tsx';
import { formPathOf, valuePathOf } from '../context/form-path.ts';
import { Folded } from './Folded.tsx';
import { JsonField } from './JsonField.tsx';
import { type Json, type JsonPath, textOf, valueAt } from '../../../shared/values/json.ts';
import { OptionsField } from './OptionsField.tsx';
import { isRange, RangeFields } from './RangeFields.tsx';
import { formScope } from '../scope/scope.ts';

const EMPTY: Json = {};

/** The rules of a parameter: limits and options, and the others behind “More”. */
export function RuleFields({ path, type }: { path: JsonPath; type: string }) {
  const { draft } = useEditor();
  const { environments } = useDefinitions();
  const scope = formScope(valueAt(draft, formPathOf(path)), environments);
  return (
    <ScopeProvider value={scope}>
      {isNumber(type) && <RangeFields path={path} />}
      <OptionsField path={path} />
      <OtherRules path={path} type={type} />
    </ScopeProvider>
  );
}

function isNumber(type: string): boolean {
  return type === 'integer' || type === 'float';
}

/** The rules of a parameter that few need, folded while they are empty. */
function OtherRules({ path, type }: { path: JsonPath; type: string }) {
  const { draft } = useEditor();
  const regexPath = [...path, 'constraints', 'regex'];
  const validatePath = [...path, 'constraints', 'validate'];
  const hiddenPath = [...path, 'hidden'];
  const valuesPath = [...path, 'values'];
  const hasRegex = textOf(useField(regexPath).value) !== '';
  const value = valuePathOf(draft, path) ?? 'params.amount';
  // Limits are stored in the validation.
  const validation = textOf(useField(validatePath).value);
  const isLimited = isNumber(type) && isRange(value, validation);
  const others = [regexPath, hiddenPath, valuesPath];
  const validate = (
    <ExpressionField
      path={validatePath}
      label="Validate"
      hint="An expression that returns an error text, or null."
      placeholder={isNumber(type) ? `${value} < 1 ? 'At least 1' : null` : `${value} === 'none' ? 'Choose one' : null`}
      mode="expression"
    />
  );
  return (
    <Folded summary="More" paths={isLimited ? others : [...others, validatePath]}>
      {isNumber(type) && validate}
      {(type === 'string' || hasRegex) && (
        <TextField
          path={regexPath}
          label="Regular expression"
          hint="Must match the whole value. In RE2: \p{L}, (?i), but no look-around."
          placeholder="[A-Z]{2}\d+"
          mono
        />
      )}
      {!isNumber(type) && validate}
      <ExpressionField
        path={hiddenPath}
        label="Hidden when"
        hint="An expression. When true, the field is hidden and not required."
        placeholder="params.kind === 'simple'"
        mode="expression"
      />
      <JsonField
        path={valuesPath}
        label="Values"
        hint="The definition of allowed values, a JSON object."
        preset={EMPTY}
      />
    </Folded>
  );
}

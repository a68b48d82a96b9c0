import { useEditor, useField } from '../context/authoring.ts';
import classes from '../cards/authoring.module.css';
import { ExpressionField, ScopeProvider } from './ExpressionField.tsx';
import { TextField } from './fields.tsx';
import { formPathOf, valuePathOf } from '../context/form-path.ts';
import { JsonField } from './JsonField.tsx';
import { type Json, type JsonPath, textOf, valueAt } from '../context/json-path.ts';
import { OptionsField } from './OptionsField.tsx';
import { RangeFields } from './RangeFields.tsx';
import { formScope } from '../scope/scope.ts';

const EMPTY: Json = {};

/** The rules of a parameter, the most common for its type first. */
export function RuleFields({ path, type }: { path: JsonPath; type: string }) {
  const { draft, definitions } = useEditor();
  const scope = formScope(valueAt(draft, formPathOf(path)), definitions.environments);
  const regexPath = [...path, 'constraints', 'regex'];
  const hasRegex = textOf(useField(regexPath).value) !== '';
  const isNumber = type === 'integer' || type === 'float';
  const value = valuePathOf(draft, path) ?? 'params.amount';
  const validate = (
    <ExpressionField
      path={[...path, 'constraints', 'validate']}
      label="Validate"
      hint="An expression that returns an error text, or null."
      placeholder={isNumber ? `${value} < 1 ? 'At least 1' : null` : `${value} === 'none' ? 'Choose one' : null`}
      mode="expression"
    />
  );
  return (
    <ScopeProvider value={scope}>
      {isNumber && <RangeFields path={path} />}
      {isNumber && validate}
      <OptionsField path={path} />
      {(type === 'string' || hasRegex) && (
        <TextField
          path={regexPath}
          label="Regular expression"
          hint="Must match the whole value."
          placeholder="[A-Z]{2}\d+"
          mono
        />
      )}
      {!isNumber && validate}
      <ExpressionField
        path={[...path, 'hidden']}
        label="Hidden when"
        hint="An expression. When true, the field is hidden and not required."
        placeholder="params.kind === 'simple'"
        mode="expression"
      />
      <details className={classes['more']}>
        <summary>Allowed values definition</summary>
        <JsonField path={[...path, 'values']} label="Values" hint="A JSON object." preset={EMPTY} />
      </details>
    </ScopeProvider>
  );
}

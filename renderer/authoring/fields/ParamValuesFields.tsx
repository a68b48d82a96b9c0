import { labelOf } from '../../../shared/model/parameter-options.ts';
import { findByReference } from '../../core/find-by-reference.ts';
import { messagesOf, useEditor, useField } from '../context/authoring.ts';
import { useDefinitions } from '../context/workspace-definitions.ts';
import classes from '../cards/authoring.module.css';
import { ExpressionText } from './ExpressionField.tsx';
import { type Json, type JsonPath, textOf } from '../context/json-path.ts';
import { MapField } from './MapField.tsx';
import { textOfValue, valueOfText } from '../context/typed-text.ts';
import { rowsOf } from '../scope/draft-values.ts';
import { useFieldText } from './use-field-text.ts';

/** The parameter values of the task that a step or block executes: a field for each, or rows when it is unknown. */
export function ParamValuesFields({ path }: { path: JsonPath }) {
  const definitions = useDefinitions();
  const at = [...path, 'paramValues'];
  const field = useField(at);
  const reference = textOf(useField([...path, 'task']).value);
  const task = findByReference(definitions.tasks, reference);
  const declared = new Set((task?.parameters ?? []).map(({ slug }) => slug));
  const others = rowsOf(field.value).filter(([name]) => !declared.has(name));
  if (task === undefined) return <FreeValues path={at} />;
  return (
    <fieldset className={classes['group']}>
      <legend>Parameter values</legend>
      {task.parameters.length === 0 && <p className="quiet">This task takes no parameters.</p>}
      {task.parameters.map((parameter) => {
        const hints = [
          parameter.desc,
          parameter.default === undefined || parameter.default === null
            ? parameter.constraints.optional
              ? 'Optional.'
              : ''
            : `Default: ${textOfValue(parameter.default)}`,
        ].filter((text) => text !== '');
        return (
          <ValueField
            key={parameter.slug}
            path={[...at, parameter.slug]}
            label={labelOf(parameter)}
            hint={hints.join(' ')}
            type={parameter.type}
            multi={parameter.multi}
          />
        );
      })}
      {others.map(([name]) => (
        <ValueField
          key={name}
          path={[...at, name]}
          label={name}
          hint="Not a parameter of the task, so it is ignored. Clear it to remove it."
          type="string"
        />
      ))}
    </fieldset>
  );
}

interface ValueFieldProps {
  readonly path: JsonPath;
  readonly label: string;
  readonly hint: string;
  readonly type: string;
  readonly multi?: boolean;
}

function ValueField({ path, label, hint, type, multi = false }: ValueFieldProps) {
  const field = useField(path);
  const { visibleProblems } = useEditor();
  const { text, setText } = useFieldText(field.value, {
    read: (typed) => (typed === '' ? undefined : valueOfText(typed, type, multi)),
    write: (value) => (value === undefined ? '' : textOfValue(value)),
  });
  return (
    <ExpressionText
      label={label}
      {...(hint === '' ? {} : { hint })}
      value={text}
      {...messagesOf(visibleProblems(path)[0])}
      onBlur={field.touch}
      onChange={(typed) => field.set(setText(typed))}
    />
  );
}

function FreeValues({ path }: { path: JsonPath }) {
  return (
    <fieldset className={classes['group']}>
      <legend>Parameter values</legend>
      <MapField
        path={path}
        noun="Value"
        nameLabel="Parameter"
        renderValue={({ label, value, set }) => (
          <ExpressionText
            label={`Value of ${label}`}
            hiddenLabel
            value={textOfValue(value)}
            error={undefined}
            warning={undefined}
            onChange={(text: string) => set(text satisfies Json)}
          />
        )}
      />
    </fieldset>
  );
}

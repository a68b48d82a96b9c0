import { labelOf } from '../../../shared/model/parameter-options.ts';
import { findByReference } from '../../core/data/collection.ts';
import { messagesOf, useEditor, useField } from '../context/authoring.ts';
import { useDefinitions } from '../context/workspace-definitions.ts';
import classes from '../cards/authoring.module.css';
import { ExpressionText } from './ExpressionField.tsx';
import { type JsonPath, objectOf, textOf, valueAt, withValueAt } from '../../../shared/values/json.ts';
import { MapField } from './MapField.tsx';
import { textOfValue, valueOfText } from '../context/parameter-type.ts';
import { mapOfRows, rowsOf, withRow } from '../scope/draft-values.ts';
import { useFieldText } from './use-field-text.ts';
import { stripBidiControls } from '../../ui/text/shown-text.tsx';

/** The parameter values of the task that a step or block executes: a field for each, or rows when it is unknown. */
export function ParamValuesFields({ path }: { path: JsonPath }) {
  const definitions = useDefinitions();
  const at = [...path, 'paramValues'];
  const field = useField(at);
  const reference = textOf(useField([...path, 'task']).value);
  const task = findByReference(definitions.tasks, reference);
  const declared = new Set((task?.parameters ?? []).map(({ slug }) => slug));
  const others = new Set(rowsOf(field.value).flatMap(([name]) => (declared.has(name) ? [] : [name])));
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
            at={at}
            name={parameter.slug}
            label={stripBidiControls(labelOf(parameter))}
            hint={stripBidiControls(hints.join(' '))}
            type={parameter.type}
            multi={parameter.multi}
          />
        );
      })}
      {Array.from(others, (name) => (
        <ValueField
          key={name}
          at={at}
          name={name}
          label={name === '' ? 'Without a name' : stripBidiControls(name)}
          hint="Not a parameter of the task, so it is ignored. Clear it to remove it."
          type="string"
        />
      ))}
    </fieldset>
  );
}

interface ValueFieldProps {
  /** The path of the values. */
  readonly at: JsonPath;
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly type: string;
  readonly multi?: boolean;
}

/** The field of one value. Values that were typed without a task may be rows. */
function ValueField({ at, name, label, hint, type, multi = false }: ValueFieldProps) {
  const { draft, change, touch, typeAt, visibleProblems } = useEditor();
  const path = [...at, name];
  const rows = rowsOf(valueAt(draft, at));
  const { text, setText } = useFieldText(rows.find(([each]) => each === name)?.[1], {
    read: (typed) => (typed === '' ? undefined : valueOfText(typed, type, multi)),
    write: (value) => (value === undefined ? '' : textOfValue(value)),
  });
  return (
    <ExpressionText
      label={label}
      {...(hint === '' ? {} : { hint })}
      value={text}
      {...messagesOf(visibleProblems(path)[0])}
      onBlur={() => touch(path)}
      onChange={(typed) => {
        typeAt(path);
        const next = mapOfRows(withRow(rows, name, setText(typed)));
        change((before) => objectOf(withValueAt(before, at, next)));
      }}
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
            onChange={(text: string) => set(text)}
          />
        )}
      />
    </fieldset>
  );
}

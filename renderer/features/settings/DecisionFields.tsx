import { type ALTERNATIVES, choicesOf } from '../../../shared/registry/decisions.ts';
import { useField } from '../../authoring/context/authoring.ts';
import { CheckField, SelectField } from '../../authoring/fields/fields.tsx';
import { DocsLink } from '../../ui/DocsLink.tsx';
import classes from './settings.module.css';

/** Labels of the configurable decisions. */
const LABELS: Readonly<Record<keyof typeof ALTERNATIVES, string>> = {
  outputs: 'Outputs of a run',
  'unknown-fields': 'Unknown fields and query parameters',
};

// The keys of the table above.
const NAMES = Object.keys(LABELS) as readonly (keyof typeof ALTERNATIVES)[];

/** Decisions with alternatives, and strict mode. */
export function DecisionFields() {
  return (
    <>
      <div className={classes['pair']}>
        {NAMES.map((name) => (
          <DecisionField key={name} name={name} />
        ))}
      </div>
      <DocsLink href="/docs/emulation.html#decisions">All decisions</DocsLink>
      <CheckField
        path={['strict']}
        label="Strict"
        hint="Reject with 400 what is otherwise accepted with a warning, such as unknown fields."
      />
    </>
  );
}

function DecisionField({ name }: { name: keyof typeof ALTERNATIVES }) {
  const path = ['decisions', name];
  const chosen = useField(path).value;
  const choices = choicesOf(name);
  const rule = (choices.find(({ value }) => value === chosen) ?? choices[0])?.rule ?? '';
  return (
    <SelectField
      path={path}
      label={LABELS[name]}
      hint={rule.replaceAll('`', '')}
      data={choices.map(({ value }, index) => ({ value, label: index === 0 ? `${value} (default)` : value }))}
    />
  );
}

import { useField } from '../../authoring/context/authoring.ts';
import { textOf } from '../../../shared/values/json.ts';
import { SelectField } from '../../authoring/fields/fields.tsx';
import classes from './settings.module.css';
import { type ALTERNATIVES, choicesOf, outputsChoice } from '../../../shared/registry/decisions.ts';
import { DocsLink } from '../../ui/text/shown-text.tsx';
import { keysOf } from '../../../shared/values/objects.ts';

/** Labels of the configurable decisions. */
const LABELS: Readonly<Record<keyof typeof ALTERNATIVES, string>> = {
  outputs: 'Outputs of a run',
  'unknown-fields': 'Unknown fields and query parameters',
};

const NAMES = keysOf(LABELS);

/** The decisions with alternatives. */
export function Decisions() {
  return (
    <>
      {NAMES.map((name) => (
        <DecisionField key={name} name={name} />
      ))}
      <span className={classes['wide']}>
        <DocsLink href="/docs/emulation.html#decisions">All decisions</DocsLink>
      </span>
    </>
  );
}

function DecisionField({ name }: { name: keyof typeof ALTERNATIVES }) {
  const path = ['decisions', name];
  const sdk = textOf(useField(['sdk']).value);
  const choices = choicesOf(name);
  const preset = name === 'outputs' ? outputsChoice({ decisions: {}, sdk }) : choices[0]?.value;
  const chosen = useField(path).value ?? preset;
  const rule = choices.find(({ value }) => value === chosen)?.rule ?? '';
  return (
    <SelectField
      path={path}
      label={LABELS[name]}
      hint={rule.replaceAll('`', '')}
      preset={preset}
      data={choices.map(({ value }) => ({ value, label: value === preset ? `${value} (default)` : value }))}
    />
  );
}

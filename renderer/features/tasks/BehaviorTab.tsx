import { SegmentedControl } from '@mantine/core';
import { ListChecksIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import { type BehaviorKind, BEHAVIORS, BUILT_IN_TASKS } from '../../../shared/model/behavior.ts';
import { useEditor, useField } from '../../authoring/context/authoring.ts';
import authoring from '../../authoring/cards/authoring.module.css';
import { NumberField, PercentField, textOfShare } from '../../authoring/fields/number-fields.tsx';
import { objectOf, textOf } from '../../../shared/values/json.ts';
import { withFreeName } from '../../authoring/context/slug.ts';
import { DocsLink } from '../../ui/text/shown-text.tsx';
import { switchBehavior } from './behavior-switch.ts';
import { ScriptBehavior } from './ScriptBehavior.tsx';
import { type WorkItemList, WorkItems } from '../../authoring/editor/WorkItems.tsx';
import { STEP_EDITORS } from './step-editors.tsx';
import { scopeOfStep } from './task-checks.ts';
import { SelectField, CheckField, TextField } from '../../authoring/fields/fields.tsx';
import { JsonField } from '../../authoring/fields/JsonField.tsx';
import { MapField } from '../../authoring/fields/MapField.tsx';
import { TextListField } from '../../authoring/fields/TextListField.tsx';

/** The fields of a task that runs a built-in task with values of its own. */
function BuiltInBehavior() {
  return (
    <>
      <SelectField
        path={['behavior', 'name']}
        label="Built-in task"
        hint="Does the work with the first resource of the task."
        data={BUILT_IN_TASKS.map((name) => ({ value: name, label: name }))}
      />
      <JsonField
        path={['behavior', 'paramValues']}
        label="Values"
        hint="Values of its parameters, by name. Texts may be templates."
        templates
        preset={{}}
      />
    </>
  );
}

/** The fields of a task that runs a local process. */
function CommandBehavior() {
  return (
    <>
      <TextListField
        path={['behavior', 'command']}
        label="Command"
        noun="Argument"
        firstNoun="Program"
        hint="The program and its arguments. Parameters are PARAM_… variables and JSON on standard input. Output becomes the log."
      />
      <CheckField
        path={['behavior', 'shell']}
        label="Run through the shell"
        hint="Allows pipes and variables. Joins the arguments with spaces."
      />
      <TextField
        path={['behavior', 'cwd']}
        label="Working directory"
        hint="Default: the folder of the workspace file."
        mono
        optional
      />
      <fieldset className={authoring['group']}>
        <legend>Environment variables</legend>
        <MapField path={['behavior', 'env']} noun="Variable" nameLabel="Name" />
      </fieldset>
    </>
  );
}

/** Editors of all behaviors. The compiler requires an entry for each kind. */
const EDITORS: Readonly<Record<BehaviorKind, { label: string; Fields: ComponentType; docs: `/docs/${string}` }>> = {
  steps: { label: 'Steps', Fields: StepsBehavior, docs: '/docs/behaviors.html#steps' },
  script: { label: 'Script', Fields: ScriptBehavior, docs: '/docs/behaviors.html#scripts' },
  command: { label: 'Command', Fields: CommandBehavior, docs: '/docs/behaviors.html#commands' },
  builtin: { label: 'Built-in', Fields: BuiltInBehavior, docs: '/docs/behaviors.html#built-in' },
};

const SIMULATION = [
  { name: 'startDelaySeconds', label: 'Start delay', hint: 'Time as NotStarted.', unit: 's' },
  { name: 'queueSeconds', label: 'Queue time', hint: 'Time as Queued.', unit: 's' },
];

/** The behavior of a task, with simulated delays and failures. */
export function BehaviorTab() {
  const { change } = useEditor();
  const behavior = objectOf(useField(['behavior']).value);
  const kind = textOf(behavior['kind']);
  const shown = isKind(kind) ? kind : 'steps';
  const { Fields, docs } = EDITORS[shown];
  return (
    <div className={authoring['stack']}>
      <div className="row" style={{ justifyContent: 'space-between' }}>
        <SegmentedControl
          aria-label="Behavior"
          value={shown}
          data={Object.entries(EDITORS).map(([value, { label }]) => ({ value, label }))}
          onChange={(next) => isKind(next) && change((draft) => switchBehavior(draft, next))}
        />
        <span className="quiet">
          Queued {numberOf(behavior['queueSeconds'])} s, fails {textOfShare(numberOf(behavior['failureRate']))} % ·{' '}
          <DocsLink href={docs}>About this behavior</DocsLink>
        </span>
      </div>
      <Fields key={shown} />
      <details className={authoring['more']}>
        <summary>Simulated delays and failures</summary>
        <div className={authoring['pair']}>
          {SIMULATION.map(({ name, ...field }) => (
            <NumberField key={name} path={['behavior', name]} preset={0} {...field} />
          ))}
          <PercentField path={['behavior', 'failureRate']} label="Failure rate" hint="Share of the runs that fail." />
        </div>
      </details>
    </div>
  );
}

function isKind(text: string): text is BehaviorKind {
  return Object.hasOwn(BEHAVIORS, text);
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

/** The steps of a task. */
export const STEPS: WorkItemList = {
  path: ['behavior', 'steps'],
  label: 'Steps',
  noun: 'step',
  empty: 'Steps run in order, without code.',
  icon: ListChecksIcon,
  kindField: 'do',
  editors: STEP_EDITORS,
  nameOf: (_, kind) => kind,
  copyOf: (step, steps) => withFreeName('as', step, steps),
  scopeOf: scopeOfStep,
};

function StepsBehavior() {
  return <WorkItems list={STEPS} />;
}

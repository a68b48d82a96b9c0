import { SegmentedControl } from '@mantine/core';
import { type ComponentType } from 'react';
import { BEHAVIORS, type BehaviorKind } from '../../../shared/model/behavior.ts';
import { useEditor, useField } from '../../authoring/context/authoring.ts';
import authoring from '../../authoring/cards/authoring.module.css';
import { NumberField } from '../../authoring/fields/fields.tsx';
import { objectOf, textOf } from '../../authoring/context/json-path.ts';
import { DocsLink } from '../../ui/DocsLink.tsx';
import { switchBehavior } from './behavior-switch.ts';
import { CommandBehavior } from './CommandBehavior.tsx';
import { ScriptBehavior } from './ScriptBehavior.tsx';
import { StepsBehavior } from './StepsBehavior.tsx';

/** How each behavior is edited; one without an entry does not compile. */
const EDITORS: Readonly<Record<BehaviorKind, { label: string; Fields: ComponentType; docs: `/docs/${string}` }>> = {
  steps: { label: 'Steps', Fields: StepsBehavior, docs: '/docs/behaviors.html#steps' },
  script: { label: 'Script', Fields: ScriptBehavior, docs: '/docs/behaviors.html#scripts' },
  command: { label: 'Command', Fields: CommandBehavior, docs: '/docs/behaviors.html#commands' },
};

/** What a run of the task does. */
export function BehaviorTab() {
  const { change } = useEditor();
  const behavior = objectOf(useField(['behavior']).value);
  const kind = textOf(behavior['kind']);
  const shown = isKind(kind) ? kind : 'steps';
  const { Fields, docs } = EDITORS[shown];
  return (
    <div className={authoring['stack']}>
      <div className={authoring['kinds']}>
        <SegmentedControl
          aria-label="Behavior"
          value={shown}
          data={Object.entries(EDITORS).map(([value, { label }]) => ({ value, label }))}
          onChange={(next) => isKind(next) && change((draft) => switchBehavior(draft, next))}
        />
        <span className={authoring['quiet']}>
          stays queued {numberOf(behavior['queueSeconds'])} s · fails {numberOf(behavior['failureRate']) * 100} % ·{' '}
          <DocsLink href={docs}>About this behavior</DocsLink>
        </span>
      </div>
      <Fields key={shown} />
      <details className={authoring['more']}>
        <summary>Waiting and failing on purpose</summary>
        <div className={authoring['pair']}>
          <NumberField
            path={['behavior', 'startDelaySeconds']}
            label="Start delay"
            hint="Seconds that each run stays NotStarted."
            preset={0}
            unit="s"
          />
          <NumberField
            path={['behavior', 'queueSeconds']}
            label="Stays queued"
            hint="Seconds that each run waits before it begins."
            preset={0}
            unit="s"
          />
          <NumberField
            path={['behavior', 'failureRate']}
            label="Failure rate"
            hint="The share of runs that fail: 0 for none, 1 for all."
            preset={0}
          />
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

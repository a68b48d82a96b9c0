import type { Counterexample } from '../../../shared/contract/emulator/explorations.ts';
import { FINDING_RULES } from '../../../shared/registry/finding-rules.ts';
import { LevelIcon } from '../../core/traffic/LevelIcon.tsx';
import { CopyButton } from '../../ui/inputs/CopyButton.tsx';
import { JsonView } from '../../ui/lists/JsonView.tsx';
import { DocsLink, stripBidiControls } from '../../ui/text/shown-text.tsx';
import classes from './explore.module.css';

/** The text that the client printed in the trial. */
export function OutputTab({ output }: { output: string }) {
  if (output.trim() === '') return <p className={classes['nothing']}>The client printed nothing.</p>;
  return (
    <>
      <div className="toolbar">
        <span className="grow quiet">The last 64 KB</span>
        <CopyButton value={output} label="Copy the output" short="Copy" />
      </div>
      <pre className="scroll printed" role="region" aria-label="Output" tabIndex={0}>
        {stripBidiControls(output)}
      </pre>
    </>
  );
}

/** The findings of the trial. */
export function FindingsTab({ found: { findings } }: { found: Counterexample }) {
  if (findings.length === 0) return <p className="quiet">No findings in this trial.</p>;
  return (
    <ul className="plain" aria-label="Findings of the trial">
      {findings.map(({ id, rule, level, message }) => {
        const { title, explanation } = FINDING_RULES[rule];
        return (
          <li key={id} className={classes['finding']}>
            <LevelIcon level={level} />
            <div>
              <p>
                <b>{title}</b> {stripBidiControls(message)}
              </p>
              <p className="quiet">
                {explanation} <DocsLink href="/docs/findings.html#rules">Rule “{rule}”</DocsLink>
              </p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/** The schedule as JSON, as files and `--replay` have it. */
export function ScheduleTab({ schedule }: { schedule: Counterexample['schedule'] }) {
  return <JsonView value={schedule} label="Schedule" />;
}

import type { JsonObject } from '../../../shared/values/json.ts';
import { LongText } from '../../ui/text/LongText.tsx';
import classes from './PromptCard.module.css';

/** The parameter values of the run that asks, each whole. */
export function RunValues({ values }: { values: JsonObject }) {
  const entries = Object.entries(values);
  if (entries.length === 0) return null;
  return (
    <dl className={classes['values']} aria-label="Values of the run">
      {entries.map(([slug, value]) => (
        <div key={slug}>
          <dt>
            <bdi>{slug}</bdi>
          </dt>
          <dd>
            <LongText text={typeof value === 'string' ? value : JSON.stringify(value)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

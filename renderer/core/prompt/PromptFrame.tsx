import type { ReactNode } from 'react';
import type { JsonObject } from '../../../shared/values/json.ts';
import { LazyMarkdown } from '../../ui/markdown/LazyMarkdown.tsx';
import { stripBidiControls } from '../../ui/text/shown-text.tsx';
import { LongText } from '../../ui/text/LongText.tsx';
import classes from './PromptCard.module.css';

interface PromptFrameProps {
  /** The accessible name. */
  readonly label: string;
  /** The question; absent below a header that has it. */
  readonly question?: ReactNode;
  /** The values of its run; absent where the page has them. */
  readonly values?: JsonObject | undefined;
  /** The rest of the question, in Markdown; '' for none. */
  readonly body?: string;
  readonly isPending: boolean;
  /** A tinted card, or all that a page or a preview is about. */
  readonly look: 'card' | 'page' | 'preview';
  readonly children: ReactNode;
}

/** A prompt with its question above its form or its answer. */
export function PromptFrame({ label, question, values, body = '', isPending, look, children }: PromptFrameProps) {
  // A preview stands below a heading of the same level.
  const Heading = look === 'preview' ? 'h3' : 'h2';
  return (
    <section className={classes['card']} data-pending={isPending} data-look={look} aria-label={label}>
      {values !== undefined && <RunValues values={values} />}
      {question !== undefined && <Heading className={classes['title']}>{stripBidiControls(question)}</Heading>}
      {body !== '' && (
        <div className={classes['body']}>
          <LazyMarkdown text={body} />
        </div>
      )}
      {children}
    </section>
  );
}

/** The parameter values of the run that asks, each whole. */
function RunValues({ values }: { values: JsonObject }) {
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

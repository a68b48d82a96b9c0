import type { ReactNode } from 'react';
import type { JsonObject } from '../../../shared/values/json.ts';
import { LazyMarkdown } from '../../ui/markdown/LazyMarkdown.tsx';
import { stripBidiControls } from '../../ui/text/strip-bidi-controls.ts';
import classes from './PromptCard.module.css';
import { RunValues } from './RunValues.tsx';

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

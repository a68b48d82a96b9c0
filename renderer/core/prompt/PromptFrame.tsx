import type { ReactNode } from 'react';
import classes from './PromptCard.module.css';
import { stripBidiControls } from '../../ui/text/strip-bidi-controls.ts';

interface PromptFrameProps {
  /** The accessible name. */
  readonly label: string;
  /** The question; absent below a header that has it. */
  readonly question?: ReactNode;
  readonly isPending: boolean;
  /** A tinted card, or all that a page or a preview is about. */
  readonly look: 'card' | 'page' | 'preview';
  readonly children: ReactNode;
}

/** A prompt with its question above its form or its answer. */
export function PromptFrame({ label, question, isPending, look, children }: PromptFrameProps) {
  // A preview stands below a heading of the same level.
  const Heading = look === 'preview' ? 'h3' : 'h2';
  return (
    <section className={classes['card']} data-pending={isPending} data-look={look} aria-label={label}>
      {question !== undefined && <Heading className={classes['title']}>{stripBidiControls(question)}</Heading>}
      {children}
    </section>
  );
}

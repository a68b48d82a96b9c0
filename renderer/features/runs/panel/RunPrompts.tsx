import type { RunDetail } from '../../../../shared/contract/emulator/rows.ts';
import { isPending } from '../../../../shared/model/status.ts';
import { PromptCard } from '../../../core/prompt/PromptCard.tsx';
import { DocsLink } from '../../../ui/text/shown-text.tsx';
import { EmptyState } from '../../../ui/text/states.tsx';
import type { PromptItem } from '../../../core/data/hangar.ts';
import classes from './RunDetail.module.css';

/** The answered prompts of a run or a session, with the values of their answers. */
export function Prompts({ prompts }: Pick<RunDetail, 'prompts'>) {
  const answered = prompts.filter(({ prompt }) => !isPending(prompt));
  if (prompts.length === 0) {
    return (
      <EmptyState title="No prompts">
        A run asks with a <DocsLink href="/docs/behaviors.html#steps">prompt step</DocsLink>, or with prompt(…) in a
        script.
      </EmptyState>
    );
  }
  return (
    <>
      {prompts.length > answered.length && <p>Pending prompts are shown below.</p>}
      {answered.map((item) => (
        <PromptCard key={item.prompt.id} item={item} />
      ))}
    </>
  );
}

interface PendingPromptsProps {
  readonly items: readonly PromptItem[];
  /** True to focus the first field. */
  readonly isAsked?: boolean;
}

/** The pending prompts at the foot of a page, where they move nothing. Renders nothing without any. */
export function PendingPrompts({ items, isAsked = false }: PendingPromptsProps) {
  if (items.length === 0) return null;
  return (
    <div className={classes['prompts']} role="region" aria-label="Pending prompts" tabIndex={0}>
      {items.map((item, index) => (
        <PromptCard key={item.prompt.id} item={item} focused={index === 0 && isAsked} />
      ))}
    </div>
  );
}

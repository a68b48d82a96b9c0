import type { PromptItem } from '../../../core/data/hangar.ts';
import { PromptCard } from '../../../core/prompt/PromptCard.tsx';
import classes from './RunDetail.module.css';

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

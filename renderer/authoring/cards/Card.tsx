import { CopyIcon, TriangleAlertIcon, XIcon, type LucideIcon } from 'lucide-react';
import { IconButton } from '../../ui/inputs/IconButton.tsx';
import type { ReactNode } from 'react';
import classes from './authoring.module.css';
import { stripBidiControls } from '../../ui/text/shown-text.ts';

interface CardProps {
  /** The problem at or below its item, shown when it is closed: an error, or a warning. */
  readonly error: string | undefined;
  readonly warning: string | undefined;
  readonly handle: ReactNode;
  /** Icon of the kind. */
  readonly icon?: LucideIcon;
  /** The kind, such as `Prompt`, and a name that tells the card from others. */
  readonly kind: string;
  readonly name: string;
  readonly summary: ReactNode;
  readonly aside?: ReactNode;
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly onDuplicate: () => void;
  readonly onRemove: () => void;
  readonly children: ReactNode;
}

/** An item of a list as a card: a one-line summary, and its fields when open. */
export function Card({
  error,
  warning,
  handle,
  icon: Icon,
  kind,
  name,
  summary,
  aside,
  open,
  children,
  ...on
}: CardProps) {
  const isWrong = error !== undefined;
  const problem = error ?? warning;
  return (
    <div className={classes['card']} data-problem={isWrong} data-open={open}>
      <div className={classes['cardLine']}>
        {handle}
        <button type="button" className={classes['cardFace']} aria-expanded={open} onClick={on.onToggle}>
          <span className={classes['cardKind']}>
            {Icon !== undefined && <Icon size={16} />}
            {stripBidiControls(kind)}
          </span>
          <span className={classes['cardSummary']}>{stripBidiControls(summary)}</span>
          <span className={classes['cardAside']}>{stripBidiControls(aside)}</span>
        </button>
        <IconButton icon={CopyIcon} label={`Duplicate ${name}`} title="Duplicate" onClick={on.onDuplicate} />
        <IconButton icon={XIcon} label={`Remove ${name}`} title="Remove" onClick={on.onRemove} />
      </div>
      {!open && problem !== undefined && (
        <p className={classes[isWrong ? 'cardError' : 'cardWarning']}>
          {!isWrong && <TriangleAlertIcon size={12} />}
          {stripBidiControls(problem)}
        </p>
      )}
      {open && (
        <div className={classes['cardFields']} data-fields>
          {children}
        </div>
      )}
    </div>
  );
}

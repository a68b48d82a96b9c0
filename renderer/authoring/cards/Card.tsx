import { Button } from '@mantine/core';
import { ChevronDownIcon, ChevronRightIcon, CopyIcon, type LucideIcon, TriangleAlertIcon, XIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './authoring.module.css';
import type { ListedCardProps } from './CardList.tsx';
import { stripBidiControls } from '../../ui/text/shown-text.tsx';

interface CardProps extends Omit<ListedCardProps, 'index' | 'item'> {
  /** Icon of the kind. */
  readonly icon: LucideIcon;
  /** The kind, such as `Prompt`. */
  readonly kind: string;
  readonly summary: ReactNode;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** An item of a list as a card: a one-line summary, and its fields when open. */
export function Card({ handle, icon: Icon, kind, summary, aside, children, ...card }: CardProps) {
  const { error, open } = card;
  return (
    <div className={classes['card']} data-problem={error !== undefined} data-open={open}>
      <div className={classes['cardLine']}>
        {handle}
        <button type="button" className={classes['cardFace']} aria-expanded={open} onClick={card.onToggle}>
          <span className={classes['cardKind']}>
            <Icon size={16} />
            {stripBidiControls(kind)}
          </span>
          <span className={classes['cardSummary']}>{stripBidiControls(summary)}</span>
          <span className={classes['cardAside']}>{stripBidiControls(aside)}</span>
          <Chevron open={open} />
        </button>
        {!open && <CardTools {...card} />}
      </div>
      <CardProblem {...card} />
      {open && (
        <div className={classes['cardFields']} data-fields>
          {children}
          <CardTools {...card} />
        </div>
      )}
    </div>
  );
}

function Chevron({ open }: { open: boolean }) {
  return open ? <ChevronDownIcon size={16} /> : <ChevronRightIcon size={16} />;
}

/** The button that opens and closes a row; while it is closed, a click anywhere on the row is one on the button. */
export function CardToggle({ label, open, onToggle }: Pick<CardProps, 'open' | 'onToggle'> & { label: string }) {
  return (
    <button type="button" className={classes['toggle']} aria-label={label} aria-expanded={open} onClick={onToggle}>
      <Chevron open={open} />
    </button>
  );
}

type ToolsProps = Pick<CardProps, 'name' | 'open' | 'onDuplicate' | 'onRemove'>;

/** Duplicates and removes an item: below its fields when it is open, else at the end of its line while that is pointed at. */
export function CardTools({ name, open, onDuplicate, onRemove }: ToolsProps) {
  const tools = [
    { label: 'Duplicate', icon: <CopyIcon size={14} />, onClick: onDuplicate },
    { label: 'Remove', icon: <XIcon size={14} />, onClick: onRemove },
  ];
  return (
    <div className={classes['tools']} data-open={open}>
      {tools.map(({ label, icon, onClick }) => (
        <Button
          key={label}
          {...TOOL}
          leftSection={icon}
          {...{ onClick, title: label, 'aria-label': `${label} ${name}` }}
        >
          {open && label}
        </Button>
      ))}
    </div>
  );
}

const TOOL = { variant: 'subtle', color: 'gray', size: 'compact-xs' } as const;

/** The problem at or below a closed item: an error, or a warning. */
export function CardProblem({ open, error, warning }: Pick<CardProps, 'open' | 'error' | 'warning'>) {
  const problem = error ?? warning;
  if (open || problem === undefined) return null;
  return (
    <p className={classes[error === undefined ? 'cardWarning' : 'cardError']}>
      {error === undefined && <TriangleAlertIcon size={12} />}
      {stripBidiControls(problem)}
    </p>
  );
}

import { ActionIcon } from '@mantine/core';
import { Icon } from '../../ui/icons/Icon.tsx';
import type { IconName } from '../../ui/icons/shapes.ts';
import { memo, type ReactNode } from 'react';
import { useLatest } from '../../ui/use-latest.ts';
import { sentence, useEditor } from '../context/authoring.ts';
import classes from './authoring.module.css';
import type { JsonPath } from '../context/json-path.ts';

interface CardProps {
  /** The path of its item. A closed card shows the problems at or below it. */
  readonly path: JsonPath;
  readonly handle: ReactNode;
  /** Icon of the kind. */
  readonly icon?: IconName;
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
export function Card({ path, handle, icon, kind, name, summary, aside, open, children, ...on }: CardProps) {
  const { visibleProblems } = useEditor();
  const [onDuplicate, onRemove] = [useLatest(on.onDuplicate), useLatest(on.onRemove)];
  const problems = visibleProblems(path);
  const problem = problems.find(({ severity }) => severity === 'error') ?? problems[0];
  const isWrong = problem?.severity === 'error';
  return (
    <div className={classes['card']} data-problem={isWrong} data-open={open}>
      <div className={classes['cardLine']}>
        {handle}
        <button type="button" className={classes['cardFace']} aria-expanded={open} onClick={on.onToggle}>
          <span className={classes['cardKind']}>
            {icon !== undefined && <Icon name={icon} />}
            {kind}
          </span>
          <span className={classes['cardSummary']}>{summary}</span>
          <span className={classes['cardAside']}>{aside}</span>
        </button>
        <CardActions name={name} onDuplicate={onDuplicate} onRemove={onRemove} />
      </div>
      {!open && problem !== undefined && (
        <p className={classes[isWrong ? 'cardError' : 'cardWarning']}>
          {!isWrong && <Icon name="triangle-alert" size={12} />}
          {sentence(problem.text)}
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

type CardActionsProps = Pick<CardProps, 'name' | 'onDuplicate' | 'onRemove'>;

/** Rendered only when the name changes, because there may be hundreds of cards. */
const CardActions = memo(function CardActions({ name, onDuplicate, onRemove }: CardActionsProps) {
  return (
    <>
      <ActionIcon aria-label={`Duplicate ${name}`} title="Duplicate" onClick={onDuplicate}>
        <Icon name="copy" size={14} />
      </ActionIcon>
      <ActionIcon aria-label={`Remove ${name}`} title="Remove" onClick={onRemove}>
        <Icon name="x" size={14} />
      </ActionIcon>
    </>
  );
});

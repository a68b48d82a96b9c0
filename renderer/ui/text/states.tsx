import { Alert, Button, Loader } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './states.module.css';
import { stripBidiControls } from './shown-text.tsx';

/** Shown while loading. */
export function LoadingState({ label = 'Loading…' }: { label?: string }) {
  return (
    <div className={classes['state']} role="status">
      <Loader size="sm" color="accent" aria-hidden />
      <p>{label}</p>
    </div>
  );
}

interface EmptyStateProps {
  readonly icon?: LucideIcon;
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

/** Shown for an empty list, with a hint. */
export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className={classes['state']}>
      {Icon !== undefined && <Icon size={24} strokeWidth={1.5} />}
      <p className={classes['title']}>{stripBidiControls(title)}</p>
      {children !== undefined && <div className={classes['text']}>{children}</div>}
      {action}
    </div>
  );
}

interface ErrorStateProps {
  readonly message: string;
  /** Name of what failed, in a sentence. */
  readonly title?: string;
  readonly onRetry?: (() => void) | undefined;
}

/** Shown when loading failed. */
export function ErrorState({ message, title = 'This could not be loaded', onRetry }: ErrorStateProps) {
  return (
    <Alert color="bad" variant="light" className={classes['error'] ?? ''} title={title} role="alert">
      <p className={classes['message']}>{stripBidiControls(message)}</p>
      {onRetry !== undefined && <Button onClick={onRetry}>Try again</Button>}
    </Alert>
  );
}

/** Shown above stale data when reloading failed. */
export function StaleNotice({ message, onRetry }: { message: string; onRetry?: () => void }) {
  return (
    <div className={classes['stale']} role="status">
      <span>Not up to date: {stripBidiControls(message)}</span>
      {onRetry !== undefined && (
        <Button size="compact-xs" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}

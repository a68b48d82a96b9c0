import { Button } from '@mantine/core';
import classes from './DeleteButton.module.css';

interface DeleteButtonProps {
  readonly onClick: () => void;
  /** What deleting is called, `Delete` when left out. */
  readonly verb?: string | undefined;
  readonly disabled?: boolean;
  readonly busy?: boolean;
  /** Shown on hover, such as why it may not be deleted. */
  readonly title?: string;
}

/** Takes away what a page shows: quiet, and apart from all else that can be done there. */
export function DeleteButton({ onClick, verb = 'Delete', disabled = false, busy = false, title }: DeleteButtonProps) {
  return (
    <Button
      variant="subtle"
      color="bad"
      className={classes['delete'] ?? ''}
      onClick={onClick}
      disabled={disabled}
      loading={busy}
      title={title}
    >
      {verb}
    </Button>
  );
}

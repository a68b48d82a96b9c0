import { Button } from '@mantine/core';

interface DeleteButtonProps {
  readonly onClick: () => void;
  /** The label; `Delete` by default. */
  readonly verb?: string | undefined;
  readonly disabled?: boolean;
  readonly busy?: boolean;
  /** The tooltip, for example why it is disabled. */
  readonly title?: string;
}

/** A quiet button that deletes the shown item. */
export function DeleteButton({ onClick, verb = 'Delete', disabled = false, busy = false, title }: DeleteButtonProps) {
  return (
    <Button variant="subtle" color="bad" px={6} onClick={onClick} disabled={disabled} loading={busy} title={title}>
      {verb}
    </Button>
  );
}

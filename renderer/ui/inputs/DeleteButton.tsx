import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentProps } from 'react';

type DeleteButtonProps = ButtonProps & Pick<ComponentProps<'button'>, 'onClick' | 'title'>;

/** A quiet button that deletes the shown item. */
export function DeleteButton({ children = 'Delete', ...props }: DeleteButtonProps) {
  return (
    <Button variant="subtle" color="bad" {...props}>
      {children}
    </Button>
  );
}

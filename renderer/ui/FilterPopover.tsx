import { Button, Popover, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from './icons/Icon.tsx';

interface FilterPopoverProps {
  readonly label: string;
  /** Number of active filters. */
  readonly active: number;
  readonly children: ReactNode;
}

/** A button that opens filters and shows how many are active. */
export function FilterPopover({ label, active, children }: FilterPopoverProps) {
  return (
    <Popover position="bottom-start" trapFocus>
      <Popover.Target>
        <Button
          px={9}
          rightSection={<Icon name="chevron-down" size={12} />}
          color={active > 0 ? 'accent' : 'gray'}
          variant={active > 0 ? 'light' : 'default'}
        >
          {label}
          {active > 0 && ` ${active}`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <Stack gap="xs" miw={200}>
          {children}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

import { Button, Popover, Stack } from '@mantine/core';
import { FilterIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface FilterPopoverProps {
  /** Number of active filters. */
  readonly active: number;
  readonly children: ReactNode;
}

/** A button that opens the filters that are rarely used and shows how many are active. */
export function FilterPopover({ active, children }: FilterPopoverProps) {
  const name = active > 0 ? `More filters: ${active} active` : 'More filters';
  return (
    <Popover position="bottom-end" trapFocus>
      <Popover.Target>
        <Button
          px={7}
          color={active > 0 ? 'accent' : 'gray'}
          variant={active > 0 ? 'light' : 'subtle'}
          aria-label={name}
          title={name}
        >
          <FilterIcon size={14} />
          {active > 0 && <span style={{ marginInlineStart: 6 }}>{active}</span>}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="More filters">
        <Stack gap="xs" miw={200}>
          {children}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

import { NativeSelect } from '@mantine/core';
import { useQueryState } from '../../core/url.ts';
import { FilterPopover } from '../../ui/FilterPopover.tsx';
import { useRunbooks } from '../../core/hangar.ts';

/** Chooses the sessions of one runbook. */
export function RunbookFilter({ runbook }: { runbook: string }) {
  const { items } = useRunbooks();
  const { set } = useQueryState();
  return (
    <FilterPopover label="More filters" active={runbook === '' ? 0 : 1}>
      <NativeSelect
        label="Runbook"
        value={runbook}
        data={[
          { value: '', label: 'All runbooks' },
          ...items.map(({ slug, name }) => ({ value: slug, label: name ?? slug })),
        ]}
        onChange={(event) => set({ runbook: event.currentTarget.value })}
      />
    </FilterPopover>
  );
}

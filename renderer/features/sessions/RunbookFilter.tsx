import { NativeSelect } from '@mantine/core';
import { useQueryState } from '../../core/url.ts';
import { useRunbooks } from '../../core/hangar.ts';

export function RunbookFilter({ runbook }: { runbook: string }) {
  const { items } = useRunbooks();
  const { set } = useQueryState();
  return (
    <NativeSelect
      aria-label="Runbook"
      value={runbook}
      data={[
        { value: '', label: 'All runbooks' },
        ...items.map(({ slug, name }) => ({ value: slug, label: name ?? slug })),
      ]}
      onChange={(event) => set({ runbook: event.currentTarget.value })}
      style={{ flex: '0 0 136px' }}
    />
  );
}

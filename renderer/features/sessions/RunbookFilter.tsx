import { slugOption } from '../../core/slug-option.ts';
import { useQueryState } from '../../core/url.ts';
import { FilterPopover } from '../../ui/FilterPopover.tsx';
import { useRunbooks } from '../../core/hangar.ts';
import { Select } from '../../ui/Select.tsx';

/** Chooses the sessions of one runbook. */
export function RunbookFilter({ runbook }: { runbook: string }) {
  const { items } = useRunbooks();
  const { set } = useQueryState();
  return (
    <FilterPopover label="More filters" active={runbook === '' ? 0 : 1}>
      <Select
        label="Runbook"
        value={runbook}
        data={[{ value: '', label: 'All runbooks' }, ...items.map(slugOption)]}
        onValue={(value) => set({ runbook: value })}
      />
    </FilterPopover>
  );
}

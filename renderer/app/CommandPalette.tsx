import { Spotlight, type SpotlightActionData, type SpotlightFilterFunction } from '@mantine/spotlight';
import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { createSpotlight } from '@mantine/spotlight';
import { useActiveCommands } from '../core/commands.ts';
import { shortcutText } from '../core/shortcuts.ts';
import { closeDialogs, dialogs } from './palette-store.ts';

const [store, spotlight] = createSpotlight();

/** Everything that can be done and gone to, found by its words. */
export function CommandPalette() {
  const isOpen = useStore(dialogs, ({ open }) => open === 'palette');
  useEffect(() => (isOpen ? spotlight.open() : spotlight.close()), [isOpen]);
  const commands = useActiveCommands();
  const actions = useMemo(
    () =>
      commands.map(({ id, title, group, keywords = '', shortcut, run }): SpotlightActionData => ({
        id,
        label: title,
        description: group,
        keywords,
        rightSection: shortcut === undefined ? undefined : <kbd>{shortcutText(shortcut)}</kbd>,
        onClick: run,
      })),
    [commands],
  );
  return (
    <Spotlight
      store={store}
      actions={actions}
      filter={filter}
      shortcut={null}
      limit={12}
      nothingFound="Nothing has these words."
      onSpotlightClose={closeDialogs}
      aria-label="Command palette"
      searchProps={{ placeholder: 'Search or do…', 'aria-label': 'Search or do' }}
    />
  );
}

/** Every word must be found; titles that begin with the first one come first. */
const filter: SpotlightFilterFunction = (query, actions) => {
  const words = query.toLowerCase().trim().split(/\s+/);
  const rank = (action: SpotlightActionData) => {
    const label = action.label?.toLowerCase() ?? '';
    const all = `${label} ${action.description?.toLowerCase() ?? ''} ${String(action.keywords).toLowerCase()}`;
    if (!words.every((word) => all.includes(word))) return -1;
    const first = words[0] ?? '';
    if (label.startsWith(first)) return 2;
    return label.includes(first) ? 1 : 0;
  };
  return actions
    .flatMap((action) => ('actions' in action ? action.actions : [action]))
    .map((action) => ({ action, rank: rank(action) }))
    .filter((entry) => entry.rank >= 0)
    .sort((a, b) => b.rank - a.rank)
    .map(({ action }) => action);
};

import { useMantineColorScheme } from '@mantine/core';
import { useEffect } from 'react';
import { useActiveCommands, useCommands, shortcutText } from '../core/commands/commands.ts';
import { useHangar } from '../core/data/hangar.ts';
import { withSavedFilters } from '../core/filter/saved-filters.ts';
import { isAt, useNavigate } from '../core/page/page.ts';
import { goAndFocus } from '../ui/focus/list-focus.ts';
import { features } from './features.ts';
import { openDialog } from './dialogs.ts';

/** Commands of the shell, and the native menu with all commands. */
export function ShellCommands() {
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  useCommands([
    { id: 'palette', title: 'Search commands…', group: 'Hangar', shortcut: 'mod+K', run: () => openDialog('palette') },
    {
      id: 'shortcuts',
      title: 'Show keyboard shortcuts',
      group: 'Hangar',
      keywords: 'keyboard help',
      shortcut: '?',
      run: () => openDialog('shortcuts'),
    },
    {
      id: 'documentation',
      title: 'Open documentation',
      group: 'Help',
      keywords: 'docs manual reference troubleshooting',
      run: () => window.open('/docs/', '_blank', 'noopener'),
    },
    ...features.map(({ name, path, key }) => ({
      id: `go${path}`,
      title: `Go to ${name}`,
      group: 'Go',
      shortcut: `G ${key}`,
      run: () => goAndFocus(() => navigate(isAt(path) ? path : withSavedFilters(path))),
    })),
    ...(['auto', 'light', 'dark'] as const).map((scheme) => ({
      id: `theme-${scheme}`,
      title: scheme === 'auto' ? 'Theme: system' : `Theme: ${scheme}`,
      group: 'View',
      keywords: 'colour dark light appearance',
      run: () => setColorScheme(scheme),
    })),
  ]);
  useNativeMenu();
  return null;
}

function useNativeMenu(): void {
  const { desktop } = useHangar();
  const commands = useActiveCommands();
  const navigate = useNavigate();
  useEffect(() => {
    desktop?.setMenu(
      commands
        .filter(({ inMenu }) => inMenu !== false)
        .map(({ id, title, group, shortcut = '' }) => {
          return { id, title, menu: group, shortcut, keys: shortcutText(shortcut), enabled: true };
        }),
    );
    return desktop?.onCommand((id) => commands.find((command) => command.id === id)?.run());
  }, [desktop, commands]);
  useEffect(() => desktop?.onOpen((path) => navigate(path)), [desktop, navigate]);
}

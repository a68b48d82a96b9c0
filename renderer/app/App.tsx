import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { type Hangar, HangarProvider } from '../core/hangar.ts';
import { ConfirmDialog } from '../ui/confirm.tsx';
import { cssVariablesResolver, theme } from '../ui/theme.ts';
import classes from './App.module.css';
import { Shell } from './Shell.tsx';
import { TokenDialog } from './TokenDialog.tsx';

/** The whole window. Everything it knows comes from `hangar`, so tests give it one of their own. */
export function App({ hangar }: { hangar: Hangar }) {
  useEffect(() => {
    hangar.live.start();
    return () => hangar.live.stop();
  }, [hangar]);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
      <HangarProvider value={hangar}>
        <Shell />
        <TokenDialog />
        <ConfirmDialog />
        <Notifications position="bottom-right" classNames={{ root: classes['notices'] ?? '' }} />
      </HangarProvider>
    </MantineProvider>
  );
}

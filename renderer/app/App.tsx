import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { Suspense, useEffect, useState } from 'react';
import { type Hangar, HangarProvider } from '../core/hangar.ts';
import { cssVariablesResolver, theme } from '../ui/theme.ts';
import { whenDrawn, whenIdle } from '../ui/when-idle.ts';
import classes from './App.module.css';
import { Overlays } from './lazy-overlays.ts';
import { Shell } from './Shell.tsx';

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
        {/* Not loaded later: it must be able to tell that the server is away. */}
        <Notifications position="bottom-right" classNames={{ root: classes['notices'] ?? '' }} />
        <Suspense>
          <AfterTheFirstDrawing />
        </Suspense>
      </HangarProvider>
    </MantineProvider>
  );
}

/** What nobody sees at first; what opens a dialog meanwhile is kept in its store. */
function AfterTheFirstDrawing() {
  const [isTime, setTime] = useState(Overlays.isLoaded);
  useEffect(() => whenDrawn(() => whenIdle(() => setTime(true))), []);
  return isTime && <Overlays />;
}

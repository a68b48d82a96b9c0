import { MantineProvider } from '@mantine/core';
import { Suspense, useEffect, useState } from 'react';
import { type Hangar, HangarProvider } from '../core/hangar.ts';
import { cssVariablesResolver, theme } from '../ui/theme.ts';
import { whenDrawn, whenIdle } from '../ui/when-idle.ts';
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

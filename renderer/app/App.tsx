import { MantineProvider } from '@mantine/core';
import { Notifications, notificationsStore } from '@mantine/notifications';
import { useEffect, useState, type ReactNode, useMemo } from 'react';
import { useLocation } from 'wouter';
import { type Hangar, HangarProvider, useClock } from '../core/data/hangar.ts';
import { cssVariablesResolver, theme } from '../ui/theme.ts';
import { returnFocusOfDialogs } from '../ui/focus/move-focus.ts';
import { hideNoticesOfOtherPages, placeToasts } from '../ui/layout/notices.ts';
import { whenDrawn, whenIdle, lazyComponent } from '../ui/deferred-code.ts';
import classes from './Shell.module.css';
import { Shell } from './Shell.tsx';
import { EmulatedNow } from '../ui/text/time.tsx';
import { emulatedTime, isRealTime } from '../core/clock/clock-time.ts';

/** The whole window. All its data comes from `hangar`, so that tests can pass their own. */
export function App({ hangar }: { hangar: Hangar }) {
  useEffect(() => {
    hangar.live.start();
    return () => hangar.live.stop();
  }, [hangar]);
  useEffect(returnFocusOfDialogs, []);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
      <HangarProvider value={hangar}>
        <EmulatedTime>
          <Shell />
          {/* Not lazy: it must work while the server is unavailable. */}
          <Toasts />
          <DeferredOverlays />
        </EmulatedTime>
      </HangarProvider>
    </MantineProvider>
  );
}

/** Notifications, placed clear of elements that they must not cover, and hidden when one leaves their page. */
function Toasts() {
  const [path] = useLocation();
  useEffect(hideNoticesOfOtherPages, [path]);
  useEffect(() => {
    window.addEventListener('resize', placeToasts);
    const stop = notificationsStore.subscribe(placeToasts);
    return () => {
      window.removeEventListener('resize', placeToasts);
      stop();
    };
  }, []);
  return <Notifications position="bottom-right" classNames={{ root: classes['notices'] ?? '' }} />;
}

/** Renders the overlays after the first paint; stores keep a dialog that is opened earlier. */
function DeferredOverlays() {
  const [isReady, setReady] = useState(Overlays.isLoaded);
  useEffect(() => whenDrawn(() => whenIdle(() => setReady(true))), []);
  return isReady && <Overlays />;
}

/** The overlays, loaded after the first paint. */
export const Overlays = lazyComponent(() => import('./Overlays.tsx').then((file) => file.Overlays));

/** Makes all ages and relative times within follow the emulated clock. */
function EmulatedTime({ children }: { children: ReactNode }) {
  const row = useClock();
  const toEmulated = useMemo(
    () => (row === undefined || isRealTime(row) ? undefined : emulatedTime(row, Date.now())),
    [row],
  );
  return <EmulatedNow value={toEmulated}>{children}</EmulatedNow>;
}

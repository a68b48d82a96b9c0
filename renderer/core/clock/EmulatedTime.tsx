import { type ReactNode, useMemo } from 'react';
import { EmulatedNow } from '../../ui/text/RelativeTime.tsx';
import { useClock } from '../data/hangar.ts';
import { emulatedTime, isRealTime } from './clock-time.ts';

/** Makes all ages and relative times within follow the emulated clock. */
export function EmulatedTime({ children }: { children: ReactNode }) {
  const row = useClock();
  const toEmulated = useMemo(
    () => (row === undefined || isRealTime(row) ? undefined : emulatedTime(row, Date.now())),
    [row],
  );
  return <EmulatedNow value={toEmulated}>{children}</EmulatedNow>;
}

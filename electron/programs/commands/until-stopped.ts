import { onStopSignal } from '../../emulator/host/stop-signal.ts';

/** Runs work until it ends or the user stops it (Ctrl+C), which is no failure. */
export async function untilStopped(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const stop = new AbortController();
  const release = onStopSignal(() => stop.abort());
  try {
    await work(stop.signal);
  } finally {
    release();
  }
}

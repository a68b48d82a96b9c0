import { lazyComponent } from '../ui/lazy-component.ts';

/** The overlays, loaded after the first paint. */
export const Overlays = lazyComponent(() => import('./Overlays.tsx').then((file) => file.Overlays));

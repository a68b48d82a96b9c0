import { lazyComponent } from '../ui/lazy-component.ts';

/** What lies above the place, loaded once the place is drawn. */
export const Overlays = lazyComponent(() => import('./Overlays.tsx').then((file) => file.Overlays));

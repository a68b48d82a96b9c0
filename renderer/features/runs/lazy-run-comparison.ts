import { lazyComponent } from '../../ui/lazy-component.ts';

/** The page that compares two runs, loaded on first use. */
export const LazyRunComparison = lazyComponent(() =>
  import('./compare/RunComparison.tsx').then((file) => file.RunComparison),
);

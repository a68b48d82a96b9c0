import { useLocation } from 'wouter';
import type { Feature } from '../core/feature.ts';
import { features } from './features.ts';

/** The feature of the current URL. */
export function useCurrentFeature(): Feature | undefined {
  const [here] = useLocation();
  return features.find(({ path }) => here === path || here.startsWith(`${path}/`));
}

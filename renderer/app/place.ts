import { useLocation } from 'wouter';
import type { Feature } from '../core/feature.ts';
import { features } from './features.ts';

/** The place that the URL is in. */
export function usePlace(): Feature | undefined {
  const [here] = useLocation();
  return features.find(({ path }) => here === path || here.startsWith(`${path}/`));
}

import { useTests } from '../../core/data/hangar.ts';
import { latestTests } from './test-tree.ts';

/** The number of tests that failed when they ran last. */
export function useFailedCount(): number {
  return latestTests(useTests().items).filter(({ state }) => state === 'failed').length;
}

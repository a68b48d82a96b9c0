import type { CoverageView } from '../../../shared/contract/emulator/coverage.ts';
import type { Finding } from '../../../shared/contract/emulator/findings.ts';
import { useApi, useLiveQuery } from '../data/hangar.ts';
import type { Query } from '../data/queries.ts';

/** Interval between queries of the coverage while requests arrive, in milliseconds. */
const COVERAGE_DELAY = 700;

/** The operations and answers that clients have met, live. */
export function useCoverage(): Query<CoverageView> {
  const api = useApi();
  return useLiveQuery(
    'coverage',
    () => api.coverage.read(),
    ({ type }) => type === 'traffic' || type === 'undo',
    COVERAGE_DELAY,
  );
}

/** The findings, newest first, live. */
export function useFindings(): Query<{ readonly items: readonly Finding[] }> {
  const api = useApi();
  return useLiveQuery(
    'findings',
    () => api.findings.list(),
    ({ type }) => type === 'findings' || type === 'reset',
  );
}

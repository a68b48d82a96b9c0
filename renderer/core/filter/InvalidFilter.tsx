import { EmptyState } from '../../ui/text/states.tsx';

/** Shown instead of a list while its filter has a mistake, which the field reports. @param noun such as `run` */
export function InvalidFilter({ noun }: { noun: string }) {
  return <EmptyState title={`Correct the filter to see ${noun}s`} />;
}

import { PageHeader } from '../../ui/PageHeader.tsx';
import { EmptyState } from '../../ui/states.tsx';

export function OverviewPage() {
  return (
    <>
      <PageHeader title="Overview" />
      <EmptyState title="This place is being built" />
    </>
  );
}

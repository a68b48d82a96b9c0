import { PageHeader } from '../../ui/PageHeader.tsx';
import { EmptyState } from '../../ui/states.tsx';

export function RunsPage() {
  return (
    <>
      <PageHeader title="Runs" />
      <EmptyState title="This place is being built" />
    </>
  );
}

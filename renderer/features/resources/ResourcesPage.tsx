import { PageHeader } from '../../ui/PageHeader.tsx';
import { EmptyState } from '../../ui/states.tsx';

export function ResourcesPage() {
  return (
    <>
      <PageHeader title="Resources" />
      <EmptyState title="This place is being built" />
    </>
  );
}

import { PageHeader } from '../../ui/PageHeader.tsx';
import { EmptyState } from '../../ui/states.tsx';

export function SessionsPage() {
  return (
    <>
      <PageHeader title="Sessions" />
      <EmptyState title="This place is being built" />
    </>
  );
}

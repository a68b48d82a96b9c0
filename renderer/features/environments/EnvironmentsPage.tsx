import { PageHeader } from '../../ui/PageHeader.tsx';
import { EmptyState } from '../../ui/states.tsx';

export function EnvironmentsPage() {
  return (
    <>
      <PageHeader title="Environments" />
      <EmptyState title="This place is being built" />
    </>
  );
}

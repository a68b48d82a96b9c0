import { PageHeader } from '../../ui/PageHeader.tsx';
import { EmptyState } from '../../ui/states.tsx';

export function TeamPage() {
  return (
    <>
      <PageHeader title="Team" />
      <EmptyState title="This place is being built" />
    </>
  );
}

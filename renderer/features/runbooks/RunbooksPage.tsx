import { PageHeader } from '../../ui/PageHeader.tsx';
import { EmptyState } from '../../ui/states.tsx';

export function RunbooksPage() {
  return (
    <>
      <PageHeader title="Runbooks" />
      <EmptyState title="This place is being built" />
    </>
  );
}

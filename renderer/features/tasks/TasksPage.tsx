import { PageHeader } from '../../ui/PageHeader.tsx';
import { EmptyState } from '../../ui/states.tsx';

export function TasksPage() {
  return (
    <>
      <PageHeader title="Tasks" />
      <EmptyState title="This place is being built" />
    </>
  );
}

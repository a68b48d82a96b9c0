import { PageHeader } from '../../ui/PageHeader.tsx';
import { EmptyState } from '../../ui/states.tsx';

export function TrafficPage() {
  return (
    <>
      <PageHeader title="Traffic" />
      <EmptyState title="This place is being built" />
    </>
  );
}

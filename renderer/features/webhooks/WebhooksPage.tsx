import { PageHeader } from '../../ui/PageHeader.tsx';
import { EmptyState } from '../../ui/states.tsx';

export function WebhooksPage() {
  return (
    <>
      <PageHeader title="Webhooks" />
      <EmptyState title="This place is being built" />
    </>
  );
}

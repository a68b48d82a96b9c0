import { PageHeader } from '../../ui/PageHeader.tsx';
import { EmptyState } from '../../ui/states.tsx';

export function PromptsPage() {
  return (
    <>
      <PageHeader title="Prompts" />
      <EmptyState title="This place is being built" />
    </>
  );
}

import { PageHeader } from '../../ui/PageHeader.tsx';
import { EmptyState } from '../../ui/states.tsx';

export function SettingsPage() {
  return (
    <>
      <PageHeader title="Settings" />
      <EmptyState title="This place is being built" />
    </>
  );
}

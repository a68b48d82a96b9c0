import { PageHeader } from '../../ui/PageHeader.tsx';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';
import { Appearance } from './Appearance.tsx';
import { DesktopChoices } from './DesktopChoices.tsx';
import { ExportSection } from './ExportSection.tsx';
import { ImportSection } from './ImportSection.tsx';
import { Limits } from './Limits.tsx';
import { ResetSection } from './ResetSection.tsx';
import { ServerFacts } from './ServerFacts.tsx';

/** `/settings` */
export function SettingsPage() {
  return (
    <>
      <PageHeader title="Settings" />
      <ScrollRegion label="All settings" titled>
        <ServerFacts />
        <Appearance />
        <DesktopChoices />
        <Limits />
        <ExportSection />
        <ImportSection />
        <ResetSection />
      </ScrollRegion>
    </>
  );
}

import { PageHeader } from '../../ui/PageHeader.tsx';
import { Appearance } from './Appearance.tsx';
import { DesktopChoices } from './DesktopChoices.tsx';
import { ExportSection } from './ExportSection.tsx';
import { ImportSection } from './ImportSection.tsx';
import { Limits } from './Limits.tsx';
import { ResetSection } from './ResetSection.tsx';
import { ServerFacts } from './ServerFacts.tsx';
import classes from './settings.module.css';

/** `/settings`: everything about this Hangar on one page. */
export function SettingsPage() {
  return (
    <>
      <PageHeader title="Settings" />
      <div className={classes['page']} role="region" aria-label="All settings" tabIndex={0}>
        <ServerFacts />
        <Appearance />
        <DesktopChoices />
        <Limits />
        <ExportSection />
        <ImportSection />
        <ResetSection />
      </div>
    </>
  );
}

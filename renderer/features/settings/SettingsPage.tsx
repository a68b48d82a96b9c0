import { useInfo, useSettings } from '../../core/data/hangar.ts';
import { ScrollRegion } from '../../ui/layout/ScrollRegion.tsx';
import { LoadingState } from '../../ui/text/states.tsx';
import { BundleSection } from './BundleSection.tsx';
import { CheckpointsSection } from './CheckpointsSection.tsx';
import { DesktopChoices } from './DesktopChoices.tsx';
import { ExportSection } from './ExportSection.tsx';
import { ImportSection } from './ImportSection.tsx';
import { Limits, LimitsBar } from './Limits.tsx';
import { ResetSection } from './ResetSection.tsx';
import { ServerFacts } from './ServerFacts.tsx';
import { TerminalSection } from './TerminalSection.tsx';
import { Radio, useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import { Section, SectionIndex } from './Section.tsx';
import classes from './settings.module.css';

/** `/settings` */
export function SettingsPage() {
  const info = useInfo();
  const settings = useSettings();
  return (
    <>
      <VisuallyHidden component="h1">Settings</VisuallyHidden>
      <ScrollRegion label="All settings">
        {/* Rendered together, since a later section would move those below it. */}
        {info === undefined || settings === undefined ? (
          <LoadingState />
        ) : (
          <div className={classes['page']}>
            <SectionIndex />
            <BundleSection />
            <ServerFacts info={info} />
            <Appearance />
            <DesktopChoices />
            <TerminalSection />
            <Limits settings={settings} />
            <CheckpointsSection />
            <ExportSection />
            <ImportSection />
            <ResetSection />
          </div>
        )}
      </ScrollRegion>
      {settings !== undefined && <LimitsBar settings={settings} />}
    </>
  );
}

const THEMES = [
  { value: 'auto', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

/** The theme of this window. */
function Appearance() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Section title="Theme">
      <Radio.Group aria-label="Theme" value={colorScheme}>
        <div className="row" style={{ columnGap: 16 }}>
          {THEMES.map(({ value, label }) => (
            <Radio key={value} value={value} label={label} onChange={() => setColorScheme(value)} />
          ))}
        </div>
      </Radio.Group>
    </Section>
  );
}

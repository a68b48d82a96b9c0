import { Radio, useMantineColorScheme } from '@mantine/core';
import { Section } from './Section.tsx';

const THEMES = [
  { value: 'auto', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

/** The theme of this window. */
export function Appearance() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Section title="Theme">
      <Radio.Group aria-label="Theme" value={colorScheme}>
        <div className="row">
          {THEMES.map(({ value, label }) => (
            <Radio key={value} value={value} label={label} onChange={() => setColorScheme(value)} />
          ))}
        </div>
      </Radio.Group>
    </Section>
  );
}

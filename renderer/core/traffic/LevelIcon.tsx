import type { FindingLevel } from '../../../shared/registry/finding-rules.ts';
import { Icon } from '../../ui/icons/Icon.tsx';
import type { IconName } from '../../ui/icons/shapes.ts';
import type { Tone } from '../../ui/status.ts';

/** The look of each level. */
export const LEVELS: Readonly<Record<FindingLevel, { readonly tone: Tone; readonly icon: IconName }>> = {
  error: { tone: 'bad', icon: 'octagon-x' },
  warning: { tone: 'wait', icon: 'triangle-alert' },
  info: { tone: 'off', icon: 'info' },
};

/** A level as a coloured shape, next to the level as a word. */
export function LevelIcon({ level }: { level: FindingLevel }) {
  const { tone, icon } = LEVELS[level];
  return (
    <span data-tone={tone} style={{ color: 'var(--h-tone)', display: 'inline-flex' }}>
      <Icon name={icon} />
    </span>
  );
}

import { InfoIcon, OctagonXIcon, TriangleAlertIcon, type LucideIcon } from 'lucide-react';
import type { FindingLevel } from '../../../shared/registry/finding-rules.ts';
import type { Tone } from '../../ui/text/status.ts';

/** The look of each level. */
export const LEVELS: Readonly<Record<FindingLevel, { readonly tone: Tone; readonly icon: LucideIcon }>> = {
  error: { tone: 'bad', icon: OctagonXIcon },
  warning: { tone: 'wait', icon: TriangleAlertIcon },
  info: { tone: 'off', icon: InfoIcon },
};

/** A level as a coloured shape, next to the level as a word. */
export function LevelIcon({ level }: { level: FindingLevel }) {
  const { tone, icon: Icon } = LEVELS[level];
  return (
    <span data-tone={tone} style={{ color: 'var(--h-tone)', display: 'inline-flex' }}>
      <Icon size={16} />
    </span>
  );
}

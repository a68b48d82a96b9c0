import type { IconName } from '../../ui/icons/shapes.ts';
import type { FaultDraft } from './fault-draft.ts';

/** A fault that can be added with one click. */
export interface FaultPreset {
  readonly name: string;
  readonly icon: IconName;
  readonly slug: string;
  readonly draft: FaultDraft;
}

/** The presets by name. To add one, add an entry. */
export const FAULT_PRESETS: readonly FaultPreset[] = [
  {
    ...{ name: 'Rate limit', icon: 'gauge', slug: 'rate_limit' },
    draft: { kind: 'error', status: 429, retryAfterSeconds: 2, times: 2, match: { operation: 'tasks/execute' } },
  },
  {
    ...{ name: 'Flaky network', icon: 'wifi-off', slug: 'flaky_network' },
    draft: { kind: 'refuse', share: 0.2 },
  },
  {
    ...{ name: 'Slow server', icon: 'turtle', slug: 'slow_server' },
    draft: { kind: 'delay', seconds: 0.2, jitterSeconds: 2.8 },
  },
  {
    ...{ name: 'Outage', icon: 'cloud-off', slug: 'outage' },
    draft: { kind: 'error', status: 503 },
  },
  {
    ...{ name: 'Lost answer', icon: 'unplug', slug: 'lost_answer' },
    draft: { kind: 'lose', times: 1, match: { operation: 'tasks/execute' } },
  },
];

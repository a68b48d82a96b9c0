import { CloudOffIcon, GaugeIcon, TurtleIcon, UnplugIcon, WifiOffIcon, type LucideIcon } from 'lucide-react';
import type { FaultDraft } from './fault-draft.ts';

/** A fault that can be added with one click. */
export interface FaultPreset {
  readonly name: string;
  readonly icon: LucideIcon;
  readonly slug: string;
  readonly draft: FaultDraft;
}

/** The presets by name. To add one, add an entry. */
export const FAULT_PRESETS: readonly FaultPreset[] = [
  {
    ...{ name: 'Rate limit', icon: GaugeIcon, slug: 'rate_limit' },
    draft: { kind: 'error', status: 429, retryAfterSeconds: 2, times: 2, match: { operation: 'tasks/execute' } },
  },
  {
    ...{ name: 'Flaky network', icon: WifiOffIcon, slug: 'flaky_network' },
    draft: { kind: 'refuse', share: 0.2 },
  },
  {
    ...{ name: 'Slow server', icon: TurtleIcon, slug: 'slow_server' },
    draft: { kind: 'delay', seconds: 0.2, jitterSeconds: 2.8 },
  },
  {
    ...{ name: 'Outage', icon: CloudOffIcon, slug: 'outage' },
    draft: { kind: 'error', status: 503 },
  },
  {
    ...{ name: 'Lost answer', icon: UnplugIcon, slug: 'lost_answer' },
    draft: { kind: 'lose', times: 1, match: { operation: 'tasks/execute' } },
  },
];

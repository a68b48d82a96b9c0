import type { Settings } from '../../../../shared/model/workspace.ts';

/** Functions that read the current value of each setting, so that a change takes effect at once. */
export type SettingReaders = { readonly [Name in keyof Settings]-?: () => Settings[Name] };

/** Creates the readers of the settings. The composition passes each to the part that uses it. */
export function settingReaders(settings: () => Settings): SettingReaders {
  return {
    retainRuns: () => settings().retainRuns,
    maxBodyBytes: () => settings().maxBodyBytes,
    maxStateBytes: () => settings().maxStateBytes,
    trafficEntries: () => settings().trafficEntries,
    rateLimit: () => settings().rateLimit,
    scriptWorkers: () => settings().scriptWorkers,
    strict: () => settings().strict,
    seed: () => settings().seed,
    sdk: () => settings().sdk,
    python: () => settings().python,
    decisions: () => settings().decisions,
  };
}

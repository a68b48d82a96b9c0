import type { ValuesContext } from '../../../shared/model/parameter-values.ts';
import type { EnvironmentItem } from '../data/hangar.ts';

/** The context for checking values, with the configuration itself. */
interface KnownEnvironment extends ValuesContext {
  readonly config: EnvironmentItem['config'];
}

/** The context for checking values, as far as the window knows it. */
export function valuesContextOf(environment: EnvironmentItem | undefined): KnownEnvironment {
  const config = environment?.config ?? {};
  const slug = environment?.slug ?? '';
  return {
    config,
    hasConfig: (name) => Object.hasOwn(config, name),
    scope: { env: { slug, name: environment?.name ?? slug, isDefault: environment?.default ?? true }, config },
    clock: { now: Date.now, monotonic: () => performance.now() },
    // Only the server knows its files; it checks again.
    hasUpload: () => true,
  };
}

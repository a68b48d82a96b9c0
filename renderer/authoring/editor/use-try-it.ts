import { useState } from 'react';
import type { JsonObject } from '../../../shared/values/json.ts';
import type { Parameter } from '../../../shared/model/parameter.ts';
import { useDraft } from '../../core/drafts.ts';
import { useDefaultEnvironment, useEnvironments } from '../../core/hangar.ts';
import { offerUndo } from '../../ui/confirm.tsx';
import { useEditedForm } from '../preview/use-edited-form.ts';

/** The form to try a definition with, whose input is kept, and the environment to run it in. */
export function useTryIt(key: string, parameters: readonly Parameter[]) {
  const { items: environments } = useEnvironments();
  const [chosen, choose] = useState('');
  const preset = useDefaultEnvironment();
  const environment = environments.find(({ slug }) => slug === chosen) ?? preset;
  const kept = useDraft<JsonObject>(key, {});
  const form = useEditedForm({ parameters, kept, environment });
  const clear = () => {
    kept.discard();
    offerUndo('Cleared', () => kept.set(kept.value));
  };
  return { form, environments, environment, choose, isTyped: kept.dirty, clear };
}

import { notify, useAction } from '../../core/data/action.ts';
import { useApi } from '../../core/data/hangar.ts';
import { confirm } from '../../ui/layout/confirm.tsx';

/** Deletes the state after a confirmation; with `rereads`, also reloads the workspace file. */
export function useReset(): { readonly reset: (rereads: boolean) => Promise<void>; readonly busy: boolean } {
  const api = useApi();
  const empty = useAction(async (rereads: boolean) => {
    await api.reset({ body: { workspace: rereads, examples: false } });
    notify('State reset');
  });
  const reset = async (rereads: boolean) => {
    const agreed = await confirm({
      title: 'Reset the state?',
      text: `Deletes all runs, sessions, prompts, uploads and logged requests, and stops unfinished runs. This cannot be undone. Definitions, API keys and webhook URLs are kept.${rereads ? ' The workspace file is read again.' : ''}`,
      action: 'Reset',
      danger: true,
    });
    if (agreed) await empty.run(rereads);
  };
  return { reset, busy: empty.busy };
}

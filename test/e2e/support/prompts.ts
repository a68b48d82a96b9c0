import { expect } from '@playwright/test';
import type { clientOf } from '../../support/program.ts';

/** The ID of the oldest prompt, once there is one: a run asks only after it was answered that it has begun. */
export async function oldestPrompt(api: ReturnType<typeof clientOf>): Promise<string> {
  let id: string | undefined;
  await expect
    .poll(async () => (id = (await api.emulator.prompts.list()).prompts[0]?.prompt.id), 'a prompt waits')
    .toBeDefined();
  return id ?? '';
}

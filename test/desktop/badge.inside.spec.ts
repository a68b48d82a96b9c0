import { expect, test } from './support/desktop.ts';

test('the badge counts the prompts that wait', async ({ startInside }) => {
  const desktop = await startInside();
  await desktop.page();
  const { api } = await desktop.server();
  const ask = () => api.v0.tasks.execute({ body: { slug: 'ask' } });
  const { runID } = await ask();
  await ask();
  await expect.poll(desktop.badge).toBe(2);
  const { prompts } = await api.v0.prompts.list({ query: { runID } });
  await api.v0.prompts.submit({ body: { id: prompts[0]!.id, values: {} } });
  await expect.poll(desktop.badge).toBe(1);
  await api.emulator.reset({ body: {} });
  await expect.poll(desktop.badge).toBe(0);
});

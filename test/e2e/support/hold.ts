import type { Page } from './hangar.ts';

/** Holds the requests back that change something at addresses of a pattern; gives what lets them go. */
export async function holdChanges(page: Page, addresses: RegExp): Promise<() => void> {
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(addresses, async (route) => {
    if (route.request().method() !== 'GET') await held;
    await route.fallback();
  });
  return letGo;
}

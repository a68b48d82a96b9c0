import { getRequestListener } from '@hono/node-server';

/**
 * The response class of the Node adapter: it goes to the socket without web headers and streams being built, which is
 * most of what an answer costs. The adapter offers it only by putting it in the place of the global class. Test suites
 * host us in their own process, so the globals are put back at once.
 */
export const LightResponse: typeof Response = captureResponseClass();

function captureResponseClass(): typeof Response {
  const before = (['Request', 'Response'] as const).map(
    (name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const,
  );
  getRequestListener(() => undefined);
  const captured = globalThis.Response;
  for (const [name, descriptor] of before) {
    if (descriptor !== undefined) Object.defineProperty(globalThis, name, descriptor);
  }
  return captured;
}

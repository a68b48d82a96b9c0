import { getRequestListener } from '@hono/node-server';

/**
 * The response class of the Node adapter. It writes to the socket without building web headers and streams, which is most
 * of the cost of a response. The adapter exposes it only as a replacement of the global class, so the globals are restored
 * at once: test suites host Hangar in their own process.
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

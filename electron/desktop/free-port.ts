import { createServer } from 'node:net';

const LAST_PORT = 65_535;

/** Finds the first free port from `from` on; any free port when all of those are in use. */
export async function freePort(host: string, from: number): Promise<number> {
  for (let port = from; port <= LAST_PORT; port++) {
    if ((await tryPort(host, port)) !== undefined) return port;
  }
  return (await tryPort(host, 0)) ?? 0;
}

/** Listens briefly on a port. Resolves to the port, or to `undefined` when it is not free. */
function tryPort(host: string, port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen({ host, port, exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : port));
    });
  });
}

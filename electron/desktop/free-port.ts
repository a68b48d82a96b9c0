import { createServer } from 'node:net';

const LAST_PORT = 65_535;

/** The first port from this one on that nobody listens on; any free one when all above are taken. */
export async function freePort(host: string, from: number): Promise<number> {
  for (let port = from; port <= LAST_PORT; port++) {
    if ((await tryPort(host, port)) !== undefined) return port;
  }
  return (await tryPort(host, 0)) ?? 0;
}

/** Listens for a moment; gives the port, or `undefined` when it cannot be had. */
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

import { once } from 'node:events';
import { createServer } from 'node:net';

/** Ports below those that systems give to connections, from 32768: none is taken by a connection of another test meanwhile. */
const [FIRST, LAST] = [10_000, 30_000];

/** A port of this machine that nobody listens on, and that stays free until somebody asks for it. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}

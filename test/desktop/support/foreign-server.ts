import { createServer, type Server } from 'node:http';
import { once } from 'node:events';

/** A server that is not Hangar, and counts who comes. */
export async function foreignServer(): Promise<{ url: string; visits: string[]; server: Server }> {
  const visits: string[] = [];
  const server = createServer((request, answer) => {
    visits.push(request.url ?? '');
    answer.setHeader('Content-Type', 'text/html').end('<h1>elsewhere</h1>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as { port: number }).port}/`, visits, server };
}

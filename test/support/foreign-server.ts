import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo, Server } from 'node:net';

/** A server that records its requests, and answers each with an empty page. */
export interface ForeignServer {
  readonly port: number;
  /** Methods and targets. */
  readonly asked: string[];
  readonly close: () => void;
}

/** Lets a server listen on loopback, on a free port unless one is given; gives the port. */
export async function listening(server: Server, wanted = 0): Promise<number> {
  server.listen(wanted, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Starts a server that is not Hangar: an origin to attack from, or a destination that nothing may reach. */
export async function foreignServer(): Promise<ForeignServer> {
  const asked: string[] = [];
  const record = ({ method, url }: IncomingMessage) => void asked.push(`${method} ${url}`);
  const server = createServer((incoming, outgoing) => {
    record(incoming);
    outgoing.setHeader('Content-Type', 'text/html').end('<!doctype html><title>elsewhere</title><h1>elsewhere</h1>');
  });
  server.on('upgrade', (incoming, connection) => {
    record(incoming);
    connection.destroy();
  });
  server.listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { port, asked, close };
}

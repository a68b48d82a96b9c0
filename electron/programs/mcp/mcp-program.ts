import { once } from 'node:events';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { printable } from '../../emulator/host/logger.ts';
import { EXIT_CODES } from '../../emulator/host/start-error.ts';
import { findHangar } from '../client/find-hangar.ts';
import { printDiagnostic } from '../output/output.ts';
import type { ClientFlags } from '../flags/flags.ts';
import { serveTools } from './serve-tools.ts';

/** Serves the tools on standard input and output until the client closes them. Returns the exit code. */
export async function mcpProgram(flags: ClientFlags, version: string): Promise<number> {
  const { server, idle } = serveTools(version, (warn) =>
    findHangar(flags, (line) => {
      printDiagnostic(line, process.stderr);
      warn(line);
    }),
  );
  // An error of standard output is told, or is none, where the output is watched.
  const outputEnded = once(process.stdout, 'close').catch(() => undefined);
  const ended = Promise.race([once(process.stdin, 'end'), once(process.stdin, 'close'), outputEnded]);
  // Standard output belongs to the protocol.
  server.server.onerror = ({ message }) => void process.stderr.write(`hangar: ${printable(message.slice(0, 1000))}\n`);
  await server.connect(new StdioServerTransport());
  await ended;
  await idle();
  if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain');
  return EXIT_CODES.stopped.code;
}

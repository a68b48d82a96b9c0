import { readdir, readlink } from 'node:fs/promises';
import { readProcFile } from '../../files/read-file.ts';
import { hasProc } from '../../platform/processes.ts';
import { objectOf } from '../../../../shared/values/json.ts';

/** Maximum wait for the answer of another Hangar, in milliseconds: a busy machine needs more than half a second. */
const READY_TIMEOUT = 2000;

/** Describes the process that holds a port of this machine, for a message; "" when unknown. */
export async function portHolder(host: string, port: number): Promise<string> {
  return (await asHangar(host, port)) || (await asProcess(port));
}

async function asHangar(host: string, port: number): Promise<string> {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  try {
    const answer = await fetch(`http://${name}:${port}/_emulator/ready`, {
      signal: AbortSignal.timeout(READY_TIMEOUT),
    });
    const { ready, version } = objectOf(await answer.json());
    return ready === true && typeof version === 'string' ? `another Hangar (version ${version})` : '';
  } catch {
    // Not a Hangar.
    return '';
  }
}

/** Linux lists listening sockets and which process has them open; not for other users' processes. */
async function asProcess(port: number): Promise<string> {
  if (!hasProc()) return '';
  const tables = await Promise.all(
    (['/proc/net/tcp', '/proc/net/tcp6'] as const).map((file) => readProcFile(file).catch(() => '')),
  );
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  const inodes = tables
    .flatMap((table) => table.split('\n').slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields[1]?.endsWith(`:${hex}`) === true && fields[3] === '0A')
    .map((fields) => `socket:[${fields[9] ?? ''}]`);
  for (const id of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    if (!(await hasOpen(id, inodes))) continue;
    const name = await readProcFile(`/proc/${id}/comm`).catch(() => '');
    return `process ${id}${name === '' ? '' : ` (${name.trim()})`}`;
  }
  return '';
}

async function hasOpen(id: string, sockets: readonly string[]): Promise<boolean> {
  const files = await readdir(`/proc/${id}/fd`).catch(() => []);
  const targets = await Promise.all(files.map((file) => readlink(`/proc/${id}/fd/${file}`).catch(() => '')));
  return targets.some((target) => sockets.includes(target));
}

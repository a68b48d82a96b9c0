import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** A process that listens on a port. */
export interface PortHolder {
  readonly pid: number;
  readonly name: string;
}

/** Which process listens on a TCP port of this machine, if the system tells this user. */
export function portHolder(port: number): PortHolder | undefined {
  try {
    return process.platform === 'linux' ? linuxHolder(port) : lsofHolder(port);
  } catch {
    // Only adds to a message: where the system does not tell, the message does without.
    return undefined;
  }
}

function linuxHolder(port: number): PortHolder | undefined {
  const inodes = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) => listeningInodes(readText(table), port));
  if (inodes.length === 0) return undefined;
  const wanted = new Set(inodes.map((inode) => `socket:[${inode}]`));
  const pid = readdirSync('/proc').find(
    (name) => /^\d+$/.test(name) && openFiles(name).some((file) => wanted.has(file)),
  );
  if (pid === undefined) return undefined;
  const command = readText(`/proc/${pid}/cmdline`)
    .split('\0')
    .filter((word) => word !== '');
  return { pid: Number(pid), name: command.slice(0, 2).join(' ') || readText(`/proc/${pid}/comm`).trim() };
}

/** Socket inodes of `/proc/net/tcp` that listen (state 0A) on a port; addresses there are hexadecimal. */
function listeningInodes(table: string, port: number): string[] {
  return table
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter((columns) => columns[3] === '0A' && parseInt(columns[1]?.split(':')[1] ?? '', 16) === port)
    .flatMap((columns) => columns[9] ?? []);
}

function openFiles(pid: string): string[] {
  const folder = `/proc/${pid}/fd`;
  try {
    return readdirSync(folder).map((file) => readlinkOrNothing(`${folder}/${file}`));
  } catch {
    // Another user's process, or one that has just ended.
    return [];
  }
}

function readlinkOrNothing(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function lsofHolder(port: number): PortHolder | undefined {
  const answer = execFileSync('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc'], {
    encoding: 'utf8',
    timeout: 2000,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const pid = /^p(\d+)$/m.exec(answer)?.[1];
  return pid === undefined ? undefined : { pid: Number(pid), name: /^c(.+)$/m.exec(answer)?.[1] ?? 'unknown' };
}

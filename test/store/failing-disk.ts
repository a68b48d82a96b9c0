import type { Disk, DiskFile } from '../../electron/emulator/store/state/disk.ts';

/** The kind of a failure: before the call, or after a partial write. */
export type Failure = 'before' | 'half' | null;

/** A disk whose calls fail when asked to. Calls are named like `write journal-1.jsonl`. */
export function failing(disk: Disk, fails: (call: string) => Failure): Disk {
  const refuse = (): never => {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  };
  const guard = <T>(call: string, does: () => T): T => (fails(call) === null ? does() : refuse());
  const wrap = (name: string, file: DiskFile): DiskFile => ({
    size: () => file.size(),
    read: (position, length) => file.read(position, length),
    write: (bytes, position) => {
      const when = fails(`write ${name}`);
      if (when === 'half') file.write(bytes.subarray(0, bytes.length / 2), position);
      if (when !== null) refuse();
      file.write(bytes, position);
    },
    truncate: (size) => guard(`truncate ${name}`, () => file.truncate(size)),
    sync: () => (fails(`sync ${name}`) === null ? file.sync() : Promise.reject(new Error('EIO: i/o error, fdatasync'))),
    isInPlace: () => file.isInPlace(),
    close: () => file.close(),
  });
  return {
    ...disk,
    open: (name, how) =>
      wrap(
        name,
        guard(`open ${name}`, () => disk.open(name, how)),
      ),
    rename: (from, to) => guard(`rename ${to}`, () => disk.rename(from, to)),
    copy: (from, to) => guard(`copy ${to}`, () => disk.copy(from, to)),
    link: (from, to) => guard(`link ${to}`, () => disk.link(from, to)),
    remove: (name) => guard(`remove ${name}`, () => disk.remove(name)),
    sync: () => (fails('sync folder') === null ? disk.sync() : Promise.reject(new Error('EIO'))),
  };
}

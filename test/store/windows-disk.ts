import type { Disk } from '../../electron/emulator/store/state/disk.ts';
import { failing } from './failing-disk.ts';

/** A disk on which, as on Windows, no file is replaced while it is open. */
export function refusingOpenFiles(disk: Disk): Disk {
  const handles = new Set<{ name: string }>();
  // Gives each opening an object of its own.
  const opening = failing(disk, () => null);
  return {
    ...disk,
    open: (name, how) => {
      const file = opening.open(name, how);
      const handle = { name };
      handles.add(handle);
      const close = () => {
        handles.delete(handle);
        file.close();
      };
      return { ...file, close };
    },
    rename: (from, to) => {
      if ([...handles].some(({ name }) => name === to))
        throw Object.assign(new Error(`EPERM: operation not permitted, rename ${to}`), { code: 'EPERM' });
      disk.rename(from, to);
      for (const handle of handles) if (handle.name === from) handle.name = to;
    },
  };
}

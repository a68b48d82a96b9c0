import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Json } from '../../shared/model/json.ts';
import { Workspace } from '../../shared/model/workspace.ts';
import type { EmulatorOptions } from '../emulator.ts';
import { SAMPLE_WORKSPACE } from '../sample-workspace.ts';
import type { WorkspaceDocument } from '../server/ports.ts';
import type { WorkspaceStore } from '../engine/ports.ts';

/** The workspace of an emulator, wherever it is kept. */
export interface OpenedWorkspace extends WorkspaceDocument, WorkspaceStore {
  /** Absolute path of the file; "" when there is none on disk. */
  readonly file: string;
  /** Where relative paths in it start. */
  readonly folder: string;
  /** The sample was written at this start. */
  readonly isNew: boolean;
  readonly close: () => Promise<void>;
}

/** INTERIM until the store's workspace file is there. */
export async function openAuthored({ workspace }: EmulatorOptions): Promise<OpenedWorkspace> {
  const file = typeof workspace === 'object' && 'file' in workspace ? workspace.file : '';
  let authored: Json =
    file !== '' && safeRead(file) !== undefined
      ? (JSON.parse(safeRead(file) ?? '') as Json)
      : ((workspace === 'sample' || file !== '' ? SAMPLE_WORKSPACE : workspace) as unknown as Json);
  let current = Workspace.parse(authored);
  let revision = 1;
  const listeners = new Set<() => void>();
  const put = (next: Workspace): Promise<void> => {
    current = next;
    authored = next as unknown as Json;
    revision++;
    for (const listener of listeners) listener();
    return Promise.resolve();
  };
  return {
    file,
    folder: file === '' ? process.cwd() : dirname(file),
    isNew: false,
    current: () => current,
    change: async (edit) => put(edit(current)),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    status: () => ({ revision, problem: '', warnings: [] }),
    authored: () => authored,
    reload: () => Promise.resolve(),
    replace: async (next) => put(Workspace.parse(next)),
    close: () => Promise.resolve(),
  };
}

function safeRead(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

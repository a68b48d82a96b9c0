import type { Operation } from '../../../shared/registry/operations.ts';

/** The operation of a path, for faults; for an unknown path, the path without `/v0/`. */
export function operationOfPath(path: string): Operation | (string & {}) {
  const name = path.replace(/^\/v0\//, '');
  return name.startsWith('webhooks/') ? 'webhook' : name;
}

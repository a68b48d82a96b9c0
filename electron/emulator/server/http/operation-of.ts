import type { Endpoint } from '../../../../shared/http/endpoint.ts';
import { OPERATIONS, type Operation } from '../../../../shared/registry/operations.ts';

/** The operation of an endpoint, for faults; `undefined` for endpoints without one. */
export function operationOf(endpoint: Endpoint): Operation | undefined {
  if (!operations.has(endpoint)) operations.set(endpoint, findOperation(endpoint));
  return operations.get(endpoint);
}

const operations = new WeakMap<Endpoint, Operation | undefined>();

function findOperation({ access, path }: Endpoint): Operation | undefined {
  if (access === 'webhook') return 'webhook';
  return access === 'key' ? OPERATIONS_BY_PATH.get(path) : undefined;
}

const OPERATIONS_BY_PATH: ReadonlyMap<string, Operation> = new Map(
  OPERATIONS.map((operation) => [`/v0/${operation}`, operation]),
);

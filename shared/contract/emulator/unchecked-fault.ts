import type { NewFault } from './rules.ts';

/** A request that makes a fault, with unchecked fields: the server checks them. */
export function uncheckedFault(fields: object): NewFault {
  return fields as NewFault;
}

import type { NewFault } from './rules.ts';

/** A request that makes a fault of any fields. The server checks which fields its kind has, and their values. */
export function uncheckedFault(fields: object): NewFault {
  return fields as NewFault;
}

import { uncheckedFault } from '../../../shared/contract/emulator/unchecked-fault.ts';
import { faultSentence } from '../../../shared/model/fault-sentence.ts';
import { definedFields } from '../../../shared/values/defined-fields.ts';
import type { FlagValues } from '../flags/flag.ts';
import type { Handler } from './command.ts';
import type { FAULT_FLAGS } from './fault-flags.ts';
import { freeFaultSlug } from './free-slug.ts';

/** Adds a fault. */
export const faultAdd: Handler<typeof FAULT_FLAGS> = async ({ operands, flags, out, hangar }) => {
  const { api } = await hangar();
  const words = [operands[0] ?? 'requests', flags.kind, flags.status];
  const slug = flags.slug ?? (await freeFaultSlug(api, words));
  const made = await api.faults.create({ body: uncheckedFault({ ...faultOf(operands, flags), slug }) });
  const fault = 'items' in made ? made.items[0] : made;
  const { subject, effect } = fault === undefined ? { subject: '', effect: '' } : faultSentence(fault);
  out.show(fault, `Added ${slug}. ${subject}: ${effect}.`);
};

type Values = FlagValues<typeof FAULT_FLAGS>;

function faultOf(operations: readonly string[], flags: Values): Record<string, unknown> {
  const {
    slug: _,
    kind = 'error',
    task,
    runbook,
    env,
    client,
    header,
    retryAfter,
    jitter,
    runAfter,
    ttl,
    status,
    ...rest
  } = flags;
  const match = {
    operation: operations.length > 1 ? operations : operations[0],
    task,
    runbook,
    environment: env,
    client,
    headers: header.length === 0 ? undefined : Object.fromEntries(header),
  };
  return definedFields({
    kind,
    match: definedFields(match),
    ...rest,
    after: rest.after ? true : undefined,
    status: status === undefined || !/^\d+$/.test(status) ? status : Number(status),
    retryAfterSeconds: retryAfter,
    jitterSeconds: jitter,
    afterSeconds: runAfter,
    ttlSeconds: ttl,
  });
}

import { z } from 'zod';
import type { FaultItem } from '../../../shared/contract/emulator/rules.ts';
import { uncheckedFault } from '../../../shared/contract/emulator/unchecked-fault.ts';
import { faultSentence } from '../../../shared/model/fault-sentence.ts';
import { JsonObject } from '../../../shared/values/json-schema.ts';
import { freeFaultSlug } from '../commands/free-slug.ts';
import type { Hangar } from '../client/hangar.ts';
import { callText, DESTROYS, tool, ToolError } from './tool.ts';

const LIST = callText('fault', { action: 'list' });

/** Adds, lists or removes faults. */
export const fault = tool({
  description:
    'Add, list or remove faults, which change what requests and runs get. Example of an added one: ' +
    '{"match":{"operation":"tasks/execute","task":"refund"},"times":2,"kind":"error","status":429,"retryAfterSeconds":2}. ' +
    'All fields: describe {"kind":"faults","schema":true}. It lasts until the program ends; with "keep":true it is written to the workspace.',
  hints: DESTROYS,
  input: z.strictObject({
    action: z.enum(['add', 'list', 'remove']).describe('What to do with faults'),
    fault: JsonObject.optional().describe('The fault to add'),
    slug: z.string().min(1).max(1000).optional().describe('Of the fault to remove, or of the added one'),
  }),
  call: async (hangar, { action, fault: added, slug }) => {
    if (action === 'list')
      return { value: (await hangar.api.faults.list()).items.map(shown), next: callText('verify', {}) };
    if (action === 'remove') {
      if (slug === undefined) throw new ToolError('slug: is required to remove a fault', LIST);
      await hangar.api.faults.remove({ params: { id: slug } });
      return { value: { removed: slug }, next: LIST };
    }
    if (added === undefined)
      throw new ToolError('fault: is required to add one', callText('describe', { kind: 'faults', schema: true }));
    return { value: await add(hangar, slug === undefined ? added : { ...added, slug }), next: LIST };
  },
});

async function add({ api }: Hangar, given: JsonObject) {
  const { slug = await freeFaultSlug(api, ['fault', textOf(given['kind']), textOf(given['status'])]) } = given;
  const made = await api.faults.create({ body: uncheckedFault({ kind: 'error', ...given, slug }) });
  return 'items' in made ? made.items.map(shown) : shown(made);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function shown(item: FaultItem): object {
  const { subject, effect } = faultSentence(item);
  const { slug, enabled, completed, applied, matched } = item;
  return { slug, does: `${subject}: ${effect}`, enabled, completed, applied, matched };
}

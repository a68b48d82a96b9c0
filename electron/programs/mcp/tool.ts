import { z } from 'zod';
import { applyOverride } from '../../../shared/http/openapi-schemas.ts';
import { type ToolCall, ToolError } from '../actions/action.ts';

/** Properties of a tool, for clients. */
interface Hints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
}

/** Reads only. */
export const READS: Hints = { readOnlyHint: true, destructiveHint: false };
/** Adds, and destroys nothing. */
export const ADDS: Hints = { readOnlyHint: false, destructiveHint: false };
/** May replace or delete. */
export const DESTROYS: Hints = { readOnlyHint: false, destructiveHint: true };

/** A tool that agents call. */
export interface Tool {
  readonly description: string;
  readonly hints: Hints;
  /** JSON Schema of its arguments. */
  readonly inputSchema: { readonly type: 'object' };
  /** Carries out a call. Throws `ToolError` for arguments that do not fit. */
  readonly call: ToolCall['call'];
}

/** Declares a tool. */
export function tool(description: string, hints: Hints, { input, call }: ToolCall): Tool {
  const { $schema: _, ...schema } = z.toJSONSchema(input, {
    io: 'input',
    target: 'draft-7',
    unrepresentable: 'any',
    override: applyOverride,
  });
  return { description, hints, inputSchema: { ...schema, type: 'object' }, call };
}

/** Joins actions into one tool, whose argument `action` names one of them. */
export function oneOf(actions: Readonly<Record<string, ToolCall>>): ToolCall {
  const all = Object.values(actions).flatMap(({ input }) => Object.entries(input.shape));
  const fields = all.map(([name, schema]) => {
    const takers = Object.keys(actions).filter((action) => actions[action]?.input.shape[name] !== undefined);
    const help = z.globalRegistry.get(schema)?.description ?? '';
    return [name, z.optional(schema).describe(`${help} (${takers.join(', ')})`)];
  });
  return {
    input: z.strictObject({
      action: z.enum(Object.keys(actions)).describe('What to do'),
      ...Object.fromEntries(fields),
    }),
    call: (hangar, args) => {
      const { action, ...rest } = Object(args) as Readonly<Record<string, unknown>>;
      const found = typeof action === 'string' && Object.hasOwn(actions, action) ? actions[action] : undefined;
      if (found !== undefined) return found.call(hangar, rest);
      const names = Object.keys(actions).join(', ');
      throw new ToolError(`action: must be one of ${names}`, 'Call it again with an action.');
    },
  };
}

import { z } from 'zod';
import { applyOverride } from '../../../shared/http/openapi-schemas.ts';
import type { Hangar } from '../client/hangar.ts';

/** Result of a call of a tool. */
export interface ToolResult {
  readonly value: unknown;
  /** The next useful call, with its arguments. */
  readonly next: string;
}

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
  readonly call: (hangar: Hangar, args: unknown) => Promise<ToolResult>;
}

/** A refusal with the call that helps. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
  readonly next: string;

  constructor(message: string, next: string) {
    super(message);
    this.next = next;
  }
}

interface Declaration<Input extends z.ZodObject> {
  readonly description: string;
  readonly hints: Hints;
  readonly input: Input;
  readonly call: (hangar: Hangar, args: z.output<Input>) => Promise<ToolResult>;
}

/** Declares a tool. */
export function tool<Input extends z.ZodObject>({ description, hints, input, call }: Declaration<Input>): Tool {
  const { $schema: _, ...schema } = z.toJSONSchema(input, {
    io: 'input',
    target: 'draft-7',
    unrepresentable: 'any',
    override: applyOverride,
  });
  return {
    description,
    hints,
    inputSchema: { ...schema, type: 'object' },
    call: async (hangar, args) => {
      const read = input.safeParse(args);
      if (read.success) return call(hangar, read.data);
      const problems = read.error.issues.map(({ path, message }) => `${path.join('.') || 'arguments'}: ${message}`);
      throw new ToolError(problems.join('; '), `Call it again with ${Object.keys(input.shape).join(', ')}.`);
    },
  };
}

/** A proposed call as text. */
export function callText(name: string, args: object): string {
  return `${name} ${JSON.stringify(args)}`;
}

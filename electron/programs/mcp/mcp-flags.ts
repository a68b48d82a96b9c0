import type { FlagValues } from '../flags/flag.ts';
import { CLIENT_FLAGS } from '../client/client-flags.ts';

const { json: _, ...flags } = CLIENT_FLAGS;

/** Flags of `hangar mcp`. */
export const MCP_FLAGS = flags;

/** Values of the flags of `hangar mcp`. */
export type McpFlags = FlagValues<typeof MCP_FLAGS>;

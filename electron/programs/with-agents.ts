import type { EmulatorOptions } from '../emulator/compose/emulator-options.ts';

/** Adds the tools for coding agents at `/mcp`, which are loaded when the first agent asks. */
export function withAgents(options: EmulatorOptions): EmulatorOptions {
  return {
    ...options,
    answerAgent: async (message, url) =>
      (await import('./mcp/answer-agent.ts')).answerAgent(message, url, options.adminToken ?? undefined),
  };
}

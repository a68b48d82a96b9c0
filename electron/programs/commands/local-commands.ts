import { type Command, command } from './command.ts';

/** Commands that need no running Hangar. */
export const LOCAL_COMMANDS = {
  'workspace check': command({
    kind: 'local',
    usage: 'FILE',
    choices: 'files',
    summary: 'Check a workspace file without changing it; exits with 2 when it is not valid',
    example: 'hangar workspace check hangar.json',
    load: async () => (await import('./workspace-check.ts')).workspaceCheck,
  }),
  schema: command({
    kind: 'local',
    summary: 'Print the JSON Schema of the workspace file, for editors',
    example: 'hangar schema > workspace.schema.json',
    load: async () => (await import('./schema.ts')).schema,
  }),
  completion: command({
    kind: 'local',
    usage: 'bash|zsh|fish',
    choices: ['bash', 'zsh', 'fish'],
    summary: 'Print the script that completes command lines in a shell',
    example: 'source <(hangar completion bash)',
    load: async () => (await import('./completion.ts')).completion,
  }),
} as const satisfies Readonly<Record<string, Command>>;

import type { ScriptContext } from '../../../../../../shared/script-context.d.ts';

/** Names that exist only as fields of the default function's argument. */
const CONTEXT_NAMES: Readonly<Record<Exclude<keyof ScriptContext, keyof typeof globalThis>, true>> = {
  params: true,
  env: true,
  config: true,
  resources: true,
  run: true,
  task: true,
  runner: true,
  api: true,
  log: true,
  output: true,
  prompt: true,
  execute: true,
  executeRunbook: true,
  sleep: true,
  now: true,
  signal: true,
};

/** A hint for a ReferenceError that names a field of the default function's argument; '' for other errors. */
export function hintOf({ name, message }: Error): string {
  const [, missing = ''] = (name === 'ReferenceError' ? /^(\w+) is not defined$/.exec(message) : null) ?? [];
  if (!Object.hasOwn(CONTEXT_NAMES, missing)) return '';
  return `: it is a field of the default function's argument, as in export default async ({ ${missing} }) => { … }`;
}

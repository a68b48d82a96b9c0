import type { ScriptContext } from '../../../../../../shared/script-context.d.ts';

/** What the default function is given, and nothing else in a script knows of. */
const CONTEXT_NAMES: Readonly<Record<Exclude<keyof ScriptContext, keyof typeof globalThis>, true>> = {
  params: true,
  env: true,
  config: true,
  resources: true,
  run: true,
  log: true,
  output: true,
  prompt: true,
  execute: true,
  executeRunbook: true,
  sleep: true,
  signal: true,
};

/** How one gets at what an error says is not defined, when the default function is given it; '' for any other error. */
export function hintOf({ name, message }: Error): string {
  const [, missing = ''] = (name === 'ReferenceError' ? /^(\w+) is not defined$/.exec(message) : null) ?? [];
  if (!Object.hasOwn(CONTEXT_NAMES, missing)) return '';
  return `: the default function is given it, as in export default async ({ ${missing} }) => { … }`;
}

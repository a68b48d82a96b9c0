import type { EnvVars } from './task-fields.ts';

type Variables = Readonly<Record<string, string>>;

/** Environment variables of a definition as texts, which are templates; a config variable is one. */
export function variablesOf(given: EnvVars): Variables {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      typeof value !== 'object'
        ? String(value)
        : 'config' in value
          ? configTemplate(value.config)
          : String(value.value),
    ]),
  );
}

/** Environment variables with the values of config variables, under their names. */
export function configVariables(names: readonly string[]): Variables {
  return Object.fromEntries(names.map((name) => [name, configTemplate(name)]));
}

function configTemplate(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? `{{ config.${name} }}` : `{{ config[${JSON.stringify(name)}] }}`;
}

/** Variables with those of the development file, which win in the default environment and mean nothing in others. */
export function withDevelopment(variables: Variables, development: Variables): Variables {
  const own = Object.entries(development).map(([name, text]): [string, string] => {
    const [inDefault, otherwise] = [expressionOf(text), expressionOf(variables[name] ?? '')];
    if (inDefault === undefined || otherwise === undefined) return [name, text];
    // With `??`, a config variable that the default environment need not have does not fail its runs.
    return [name, `{{ env.isDefault ? ${inDefault} : (${otherwise} ?? '') }}`];
  });
  return { ...variables, ...Object.fromEntries(own) };
}

/** The expression of a text that is one template or none; `undefined` for a mixture. */
function expressionOf(text: string): string | undefined {
  if (!text.includes('{{')) return JSON.stringify(text).replaceAll('}}', '}\\u007d');
  const [, inner] = /^\{\{((?:(?!\{\{|\}\}).)*)\}\}$/s.exec(text) ?? [];
  return inner === undefined ? undefined : `(${inner.trim()})`;
}

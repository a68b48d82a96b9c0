import { type Described, type OutputSource, keptLines } from './describe.ts';
import { pythonComment, pythonText } from './literals.ts';
import { PYTHON_CLIENT } from './python-client.ts';
import type { Field, Shape } from './shape.ts';
import { capitalized } from '../../../shared/values/messages.ts';

const HEAD = `# Made by \`hangar types\` from the workspace. Make it again instead of editing it.
# It needs Python 3.9 or newer, and nothing else.
import json
import os
import time
import urllib.error
import urllib.parse
import urllib.request
from typing import Any, Dict, List, Literal, Optional, TypedDict, Union, overload

`;

const SOURCES: Readonly<Record<OutputSource, string>> = {
  declared: 'declared by the steps of the task',
  observed: 'observed in runs of the task',
  unknown: 'unknown, no run of the task has succeeded yet',
};

/** Writes the types of a workspace as a Python file. */
export function pythonFile({ tasks, runbooks, prompts }: Described): string {
  const names = new Names();
  const lines: string[] = [];
  const form = (kind: string, { slug, note, fields }: { slug: string; note: string; fields: readonly Field[] }) => {
    lines.push('', pythonComment(note === '' ? slug : `${slug}: ${note}`));
    return typedDict(names.of(`${kind}_${slug}`), fields, { names, lines });
  };
  const taskCalls = tasks.map((task): Call => {
    const values = form('Task', { ...task, slug: task.slug });
    lines.push('', `#: Output of ${task.slug}: ${SOURCES[task.source]}.`);
    const output = names.of(`Output_${task.slug}`);
    const type = typeOf(task.output, output, { names, lines });
    if (type !== output) lines.push(`${output} = ${type}`);
    return { slug: task.slug, values, result: output, isRequired: isRequired(task.fields) };
  });
  const runbookCalls = runbooks.map((runbook): Call => {
    const values = form('Runbook', runbook);
    return { slug: runbook.slug, values, result: 'str', isRequired: isRequired(runbook.fields) };
  });
  for (const prompt of prompts) form('Prompt', prompt);
  return [
    HEAD + PYTHON_CLIENT,
    ...lines,
    ...callable('execute', taskCalls, 'task'),
    ...callable('execute_runbook', runbookCalls, 'runbook'),
    '',
    ...keptLines('#', tasks),
    '',
  ].join('\n');
}

function isRequired(fields: readonly Field[]): boolean {
  return fields.some(({ isOptional }) => !isOptional);
}

interface Call {
  readonly slug: string;
  readonly values: string;
  readonly result: string;
  readonly isRequired: boolean;
}

const OPTIONS = `*,
    url: Optional[str] = None,
    api_key: Optional[str] = None,
    environment: Optional[str] = None,
    timeout: Optional[float] = None,
`;

/** The executing function, with one signature for each slug. Overloads need at least two. */
function callable(name: string, calls: readonly Call[], noun: 'task' | 'runbook'): readonly string[] {
  // The variable has the type, since a strict checker refuses to return `Any`.
  const body = (result: string) =>
    `    """Execute a ${noun}, wait for its end and return its ${noun === 'task' ? 'output' : 'session ID'}."""
    result: ${result} = _execute_${noun}(slug, param_values, _Service(url, api_key, environment), timeout)
    return result`;
  const signature = (slug: string, values: string, result: string) =>
    `def ${name}(\n    slug: ${slug},\n    param_values: ${values},\n    ${OPTIONS}) -> ${result}:`;
  const signatures = calls.map(({ slug, values, result, isRequired: required }) =>
    signature(`Literal[${pythonText(slug)}]`, required ? values : `Optional[${values}] = None`, result),
  );
  const [only] = signatures;
  const [call] = calls;
  if (only === undefined || call === undefined) return [];
  if (signatures.length === 1) return ['', '', `${only}\n${body(call.result)}`];
  const overloads = signatures.map((text) => `\n\n@overload\n${text}\n    ...`);
  return [...overloads, `\n\n${signature('str', 'Any = None', 'Any')}\n${body('Any')}`];
}

/** Names of types, each used once. */
class Names {
  readonly #used = new Set<string>();

  /** A name for a slug: capitalized words, and a number when the name is taken. */
  of(slug: string): string {
    const words = slug.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
    const name = words.map(capitalized).join('');
    let unique = name;
    for (let count = 2; this.#used.has(unique); count++) unique = `${name}_${count}`;
    this.#used.add(unique);
    return unique;
  }
}

interface Writing {
  readonly names: Names;
  /** Definitions, each before its use. */
  readonly lines: string[];
}

/** Writes the type of an object. Returns its name. */
function typedDict(name: string, fields: readonly Field[], writing: Writing): string {
  const { names, lines } = writing;
  const part = (wanted: boolean) =>
    fields
      .filter(({ isOptional }) => isOptional === wanted)
      .map((field) => {
        const type = typeOf(field.shape, undefined, writing, `${name}_${field.name}`);
        const comment = field.note === '' ? '' : `    ${pythonComment(field.note)}\n`;
        return `${comment}    ${pythonText(field.name)}: ${type},\n`;
      })
      .join('');
  const [required, optional] = [part(false), part(true)];
  const define = (own: string, body: string, rest: string) =>
    lines.push(`${own} = TypedDict(${pythonText(own)}, {${body === '' ? '' : `\n${body}`}}${rest})`);
  if (optional === '' || required === '') {
    define(name, required + optional, optional === '' ? '' : ', total=False');
    return name;
  }
  // Required and optional fields need separate named parts.
  const [must, may] = [names.of(`${name}_Required`), names.of(`${name}_Optional`)];
  define(must, required, '');
  define(may, optional, ', total=False');
  lines.push(`class ${name}(${must}, ${may}):\n    pass`);
  return name;
}

function typeOf(shape: Shape, name: string | undefined, writing: Writing, hint = name ?? ''): string {
  const inner = (of: Shape) => typeOf(of, undefined, writing, `${hint}_Item`);
  switch (shape.kind) {
    case 'string':
      return 'str';
    case 'boolean':
      return 'bool';
    case 'integer':
      return 'int';
    case 'number':
      return 'float';
    case 'null':
      return 'None';
    case 'json':
      return 'Any';
    case 'literal':
      return literal(shape.value);
    case 'list':
      return `List[${inner(shape.of)}]`;
    case 'object':
      if (shape.isOpen) return 'Dict[str, Any]';
      return typedDict(name ?? writing.names.of(hint), shape.fields, writing);
    case 'union':
      return shape.of.length === 0 ? 'Any' : `Union[${shape.of.map(inner).join(', ')}]`;
  }
}

/** A literal type. Python has none for fractions. */
function literal(value: string | number | boolean): string {
  if (typeof value === 'string') return `Literal[${pythonText(value)}]`;
  if (typeof value === 'boolean') return `Literal[${value ? 'True' : 'False'}]`;
  return Number.isSafeInteger(value) ? `Literal[${String(value)}]` : 'float';
}

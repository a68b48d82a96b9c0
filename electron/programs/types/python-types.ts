import { capitalized } from '../../../shared/values/messages.ts';
import { pythonComment, pythonText } from './literals.ts';
import type { Field, Shape } from './shape.ts';

/** Names of types, each used once. */
export class Names {
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
export function typedDict(name: string, fields: readonly Field[], writing: Writing): string {
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

export function typeOf(shape: Shape, name: string | undefined, writing: Writing, hint = name ?? ''): string {
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

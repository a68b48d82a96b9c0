import declarations from '../../../shared/script-context.d.ts?raw';

/** A member of a type in the script declarations. */
export interface ContextMember {
  readonly name: string;
  /** Declared type in one line. */
  readonly type: string;
  readonly doc: string;
}

const blocks = new Map(
  [...declarations.matchAll(/export interface (\w+)[^{]*\{\n([^]*?)\n\}/g)].map(([, name = '', body = '']) => [
    name,
    membersOf(body),
  ]),
);

/** The members of a declared interface or an inline object type; empty for other types. */
export function contextMembers(type: string): readonly ContextMember[] {
  const inline = /^\{([^]*)\}$/.exec(type.trim());
  if (inline !== null) return membersOf(inline[1] ?? '');
  const promised = /=> Promise<(\w+)>$/.exec(type);
  return blocks.get(promised?.[1] ?? type.trim()) ?? [];
}

/** The members of the script context. */
export const CONTEXT: readonly ContextMember[] = contextMembers('ScriptContext');

function membersOf(body: string): ContextMember[] {
  return declarationsIn(body).flatMap(({ doc, text }) => {
    const found = /^(?:readonly\s+)?(\w+)\??\s*(:|\()/.exec(text);
    if (found === null) return [];
    const [whole, name = '', mark] = found;
    const type = text.slice(whole.length - (mark === '(' ? 1 : 0)).trim();
    return [{ name, type: type.replace(/\s+/g, ' '), doc }];
  });
}

/** Splits a body at semicolons outside braces; each declaration has its preceding comment. */
function declarationsIn(body: string): { doc: string; text: string }[] {
  const found: { doc: string; text: string }[] = [];
  let [doc, text, depth] = ['', '', 0];
  for (let at = 0; at < body.length; at++) {
    if (body.startsWith('/**', at)) {
      const end = body.indexOf('*/', at);
      if (depth === 0)
        doc = body
          .slice(at + 3, end)
          .replace(/\s*\*?\s+/g, ' ')
          .trim();
      at = end + 1;
      continue;
    }
    const letter = body[at] ?? '';
    if ('{('.includes(letter)) depth++;
    if (')}'.includes(letter)) depth--;
    if (letter !== ';' || depth > 0) {
      text += letter;
      continue;
    }
    found.push({ doc, text: text.trim() });
    [doc, text] = ['', ''];
  }
  return text.trim() === '' ? found : [...found, { doc, text: text.trim() }];
}

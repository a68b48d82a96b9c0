import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { pathsOf } from '../../authoring/scope/scope-name.ts';
import type { Scope } from '../../authoring/scope/scope.ts';
import declarations from '../../../shared/script-context.d.ts?raw';

/** Completes the script context: members from its declaration, parameters and resources from the task. */
export function scriptCompletions(context: CompletionContext, scope: Scope): CompletionResult | null {
  const word = context.matchBefore(/[\w$]+(?:\??\.[\w$]*)*/);
  if (word === null) return context.explicit ? completions(context.pos, CONTEXT.map(optionOf)) : null;
  const steps = word.text.replaceAll('?.', '.').split('.');
  const typed = steps.pop() ?? '';
  const options = optionsAfter(withoutContext(steps), scope);
  return completions(context.pos - typed.length, isTopLevel(steps, context) ? [...options, ...WORDS] : options);
}

const WORDS: readonly Completion[] = ['await', 'const', 'return', 'async', 'console', 'throw', 'for', 'if'].map(
  (label) => ({ label, type: 'keyword' }),
);

function isTopLevel(steps: readonly string[], { pos }: CompletionContext): boolean {
  return steps.length === 0 && pos > 0;
}

function completions(from: number, options: readonly Completion[]): CompletionResult | null {
  return options.length === 0 ? null : { from, options, validFor: /^[\w$]*$/ };
}

/** Removes a leading `context`: `context.params` is the same as `params`. */
function withoutContext(steps: readonly string[]): readonly string[] {
  return steps[0] === 'context' || steps[0] === 'ctx' ? steps.slice(1) : steps;
}

function optionsAfter(steps: readonly string[], scope: Scope): Completion[] {
  if (steps.length === 0) return CONTEXT.map(optionOf);
  const declared = membersAfter(steps).map(optionOf);
  const known = new Map<string, Completion>();
  const base = `${steps.join('.')}.`;
  for (const { path, detail } of pathsOf(scope)) {
    const plain = path.replaceAll('?.', '.');
    const next = plain.startsWith(base) ? /^[\w$]+/.exec(plain.slice(base.length))?.[0] : undefined;
    if (next === undefined) continue;
    const isWhole = plain.length === base.length + next.length;
    if (isWhole || !known.has(next)) known.set(next, { label: next, type: 'property', ...(isWhole ? { detail } : {}) });
  }
  return [...declared.filter(({ label }) => !known.has(label)), ...known.values()];
}

function membersAfter(steps: readonly string[]): readonly ContextMember[] {
  return steps.reduce<readonly ContextMember[]>((members, step) => {
    const type = members.find(({ name }) => name === step)?.type;
    return type === undefined ? [] : contextMembers(type);
  }, CONTEXT);
}

function optionOf({ name, type, doc }: ContextMember): Completion {
  const isFunction = type.includes('=>') || type.startsWith('(');
  const short = type.length > 60 ? `${type.slice(0, 59)}…` : type;
  return {
    label: name,
    type: isFunction ? 'function' : 'property',
    detail: short,
    ...(doc === '' ? {} : { info: doc }),
  };
}

/** A member of a type in the script declarations. */
interface ContextMember {
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
function contextMembers(type: string): readonly ContextMember[] {
  const inline = /^\{([^]*)\}$/.exec(type.trim());
  if (inline !== null) return membersOf(inline[1] ?? '');
  const promised = /=> Promise<(\w+)>$/.exec(type);
  return blocks.get(promised?.[1] ?? type.trim()) ?? [];
}

/** The members of the script context. */
const CONTEXT: readonly ContextMember[] = contextMembers('ScriptContext');

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

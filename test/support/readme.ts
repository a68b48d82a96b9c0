import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** The README's path. */
export const README = fileURLToPath(new URL('../../README.md', import.meta.url));

/** The fenced block of the README that bears a tag, such as a file's name, behind its language. */
export async function block(tag: string): Promise<string> {
  const text = await readFile(README, 'utf8');
  const found = new RegExp(`^\`\`\`\\w+ ${tag.replaceAll('.', '\\.')}\\n([^]*?)^\`\`\``, 'm').exec(text)?.[1];
  if (found === undefined) throw new Error(`the README has no block "${tag}"`);
  return found;
}

/** The part of the README between a comment that begins it and the one that ends it. */
export async function part(name: string): Promise<string> {
  const text = await readFile(README, 'utf8');
  const found = new RegExp(`<!-- tested: ${name} -->([^]*?)<!-- /tested -->`).exec(text)?.[1];
  if (found === undefined) throw new Error(`the README has no part "${name}"`);
  return found;
}

import { z } from 'zod';
import { MAX_CHARACTERS } from './limits.ts';

/** A name, a slug in a reference, an e-mail address, or a word. */
export const Name = z.string().max(MAX_CHARACTERS.name);
/** A description, a message, or a text with templates. */
export const Text = z.string().max(MAX_CHARACTERS.text);
export const Expression = z.string().max(MAX_CHARACTERS.expression);

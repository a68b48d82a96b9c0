import { messageOf } from './message-of.ts';

/** Returns JavaScript's message about a text that is not JSON; `otherwise` for valid JSON. */
export function jsonSyntaxError(text: string, otherwise: string): string {
  try {
    JSON.parse(text);
    return otherwise;
  } catch (error) {
    return messageOf(error);
  }
}

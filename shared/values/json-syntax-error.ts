import { messageOf } from './message-of.ts';

/** Returns what JavaScript says about a text that is not JSON; `otherwise` for one that is. */
export function jsonSyntaxError(text: string, otherwise: string): string {
  try {
    JSON.parse(text);
    return otherwise;
  } catch (error) {
    return messageOf(error);
  }
}

/** Maximum number of characters that a message quotes. */
const MOST = 100;

/** Quotes a text in a message; when it is long, cut off by an ellipsis, at which masking finds the rest of a secret. */
export function quoteForMessage(text: string, most = MOST): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

/** The message of a thrown value; the text of a value that is not an Error. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** Maximum number of characters that a message quotes. */
const MOST = 100;

/** Quotes a text in a message; when it is long, cut off by an ellipsis, at which masking finds the rest of a secret. */
export function quoteForMessage(text: string, most = MOST): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

/** A text with a capital as its first letter. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Formats a number of bytes as megabytes, such as `1,024 MB` or `0.25 MB`. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1_048_576).toLocaleString('en', { maximumFractionDigits: 2 })} MB`;
}

/** The file name of a task's script in error messages. Without colons, which end file names there. */
export function scriptNameOf(slug: string): string {
  return `${slug.replace(/[:*]/g, '_')}.ts`;
}

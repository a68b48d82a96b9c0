/** The password of a URL such as `postgres://user:password@host`, still encoded. */
export function passwordInUrl(text: string): string | undefined {
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#\s:@]*:([^/?#\s]+)@/i.exec(text)?.[1];
}

/** A text with URL escapes decoded; `undefined` when they are invalid. */
export function decodedUrl(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

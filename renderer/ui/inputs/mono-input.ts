/** The properties of a text input for a technical value, such as a header. */
export const PLAIN_INPUT = { spellCheck: false, autoComplete: 'off' } as const;

/** The properties of a text input for code, such as a slug or an expression. */
export const MONO_INPUT = { ...PLAIN_INPUT, styles: { input: { fontFamily: 'var(--h-mono)', fontSize: 12 } } } as const;

/** The properties of a text input for code, such as a slug or an expression. */
export const MONO_INPUT = {
  styles: { input: { fontFamily: 'var(--h-mono)', fontSize: 12 } },
  spellCheck: false,
  autoComplete: 'off',
} as const;

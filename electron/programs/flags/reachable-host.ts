/** Minimum length of the admin token where other machines can guess it: 16 random letters and digits are some 80 bits. */
const SHORTEST_TOKEN = 16;

/**
 * Returns why a host must not be listened on with this admin token; `undefined` when it may. On hosts other than loopback,
 * other machines can guess tokens.
 * @param token the token, and the name of its flag or option
 */
export function hostProblem(host: string, token: { readonly name: string; readonly text: string | undefined }) {
  if (isLoopback(host)) return undefined;
  const { name, text } = token;
  if (text === undefined) return `${host} can be reached from other machines: it needs ${name}`;
  if (text.length >= SHORTEST_TOKEN) return undefined;
  return `${host} can be reached from other machines: its ${name} must have at least ${SHORTEST_TOKEN} characters`;
}

/** True for a host that other machines cannot reach. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

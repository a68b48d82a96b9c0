/** Minimum length of the admin token when other machines can reach the server: 16 random letters and digits are some 80 bits. */
const SHORTEST_TOKEN = 16;

/**
 * Returns the reason not to listen on a host with this admin token; `undefined` for none. Beyond loopback, other machines can guess the token. @param token the token, and the name of its flag or option
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

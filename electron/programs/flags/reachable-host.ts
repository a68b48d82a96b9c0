/** The shortest admin token where other machines can try one: 16 random letters and digits are some 80 bits. */
const SHORTEST_TOKEN = 16;

/**
 * Says why a host cannot be listened on with an admin token; `undefined` when it can. On any host but loopback, other
 * machines may try tokens.
 *
 * @param token name by which the token is given, and the token.
 */
export function hostProblem(host: string, token: { readonly name: string; readonly text: string | undefined }) {
  if (isLoopback(host)) return undefined;
  const { name, text } = token;
  if (text === undefined) return `${host} can be reached from other machines: it needs ${name}`;
  if (text.length >= SHORTEST_TOKEN) return undefined;
  return `${host} can be reached from other machines: its ${name} must have at least ${SHORTEST_TOKEN} characters`;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

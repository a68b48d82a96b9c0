/**
 * The problem of the name of a server; null when there is none. Drivers take a path, also an encoded one or the name of an abstract
 * socket, for a socket of this machine, whose server trusts whoever may open it: here that is Hangar, not who asks it to connect.
 */
export function resourceHostProblem(host: string): string | null {
  const isPath = /[/\\\0]|%(?:2f|5c|00)|^[@.~]/i.test(host);
  return isPath ? 'must be the name or the address of a server: a path, of a socket, is refused' : null;
}

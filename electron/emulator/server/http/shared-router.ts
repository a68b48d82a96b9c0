import type { ParamIndexMap, ParamStash, Router } from 'hono/router';
import { RegExpRouter } from 'hono/router/reg-exp-router';

type Matches<Handler> = [Handler, ParamIndexMap][];

/** The routes of all applications of this process by number, and the matcher that is built from them. */
class RouteTable {
  readonly #numbers = new Map<string, number>();
  readonly #routes: (readonly [method: string, path: string])[] = [];
  #matcher: Router<number> | undefined;

  /** Returns the number of a route. A new one is added. */
  number(method: string, path: string): number {
    const name = `${method} ${path}`;
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#matcher = undefined;
    this.#numbers.set(name, this.#routes.length);
    return this.#routes.push([method, path]) - 1;
  }

  match(method: string, path: string): [Matches<number>, ParamStash] {
    this.#matcher ??= this.#build();
    // This kind of router has no other form of result.
    return this.#matcher.match(method, path) as [Matches<number>, ParamStash];
  }

  #build(): Router<number> {
    const matcher = new RegExpRouter<number>();
    this.#routes.forEach(([method, path], number) => matcher.add(method, path, number));
    return matcher;
  }
}

const TABLE = new RouteTable();

/**
 * A router whose matcher is shared by all applications of the process. Building a matcher takes about a millisecond, and every
 * application has the same routes.
 */
export class SharedRouter<Handler> implements Router<Handler> {
  readonly name = 'SharedRouter';
  readonly #handlers: Handler[] = [];
  /** This application's handlers for a result of the shared matcher, which returns the same list each time. */
  readonly #found = new WeakMap<Matches<number>, Matches<Handler>>();

  add(method: string, path: string, handler: Handler): void {
    this.#handlers[TABLE.number(method, path)] = handler;
  }

  match(method: string, path: string): [Matches<Handler>, ParamStash] {
    const [matches, stash] = TABLE.match(method, path);
    let own = this.#found.get(matches);
    if (own === undefined) this.#found.set(matches, (own = this.#handlersOf(matches)));
    return [own, stash];
  }

  #handlersOf(matches: Matches<number>): Matches<Handler> {
    return matches.flatMap(([number, params]): Matches<Handler> => {
      const handler = this.#handlers[number];
      return handler === undefined ? [] : [[handler, params]];
    });
  }
}

import type { Endpoint, Method } from '../../../../shared/http/endpoint.ts';
import type { App } from './mount.ts';

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** Longer paths resemble none. */
const LONGEST_RESEMBLING = 200;

/** The endpoints of an application by their paths, for what is asked where no endpoint is. */
export class Routes {
  readonly #app: App;
  readonly #endpoints = new Map<string, Endpoint>();

  constructor(app: App) {
    this.#app = app;
  }

  add(route: string, endpoint: Endpoint): void {
    this.#endpoints.set(`${endpoint.method} ${route}`, endpoint);
  }

  /** The endpoints at a normalised path, one for each method that it answers. */
  at(path: string): readonly Endpoint[] {
    return METHODS.flatMap((method) => {
      const route = this.#app.router.match(method, path)[0][0]?.[0][1].path;
      return (route === undefined ? undefined : this.#endpoints.get(`${method} ${route}`)) ?? [];
    });
  }

  /** Paths of the emulated interface that a mistyped one may mean. */
  resembling(path: string): readonly string[] {
    if (path.length > LONGEST_RESEMBLING) return [];
    return [...this.#endpoints.values()]
      .filter(({ access, params }) => access === 'key' && params === undefined)
      .map((endpoint) => endpoint.path);
  }
}

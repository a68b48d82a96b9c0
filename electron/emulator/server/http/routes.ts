import type { Endpoint, Method } from '../../../../shared/http/endpoint.ts';
import type { App } from './mount.ts';

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** Longer paths get no suggestion. */
const LONGEST_RESEMBLING = 200;

/** Endpoints of an application by path, for requests that match none. */
export class Routes {
  readonly #app: App;
  readonly #endpoints = new Map<string, Endpoint>();

  constructor(app: App) {
    this.#app = app;
  }

  add(route: string, endpoint: Endpoint): void {
    this.#endpoints.set(`${endpoint.method} ${route}`, endpoint);
  }

  /** Endpoints at a normalised path, one per method. */
  at(path: string): readonly Endpoint[] {
    return METHODS.flatMap((method) => {
      const route = this.#app.router.match(method, path)[0][0]?.[0][1].path;
      return (route === undefined ? undefined : this.#endpoints.get(`${method} ${route}`)) ?? [];
    });
  }

  /** Paths of the emulated API, as suggestions for a mistyped one. */
  resembling(path: string): readonly string[] {
    if (path.length > LONGEST_RESEMBLING) return [];
    return [...this.#endpoints.values()]
      .filter(({ access, params }) => access === 'key' && params === undefined)
      .map((endpoint) => endpoint.path);
  }
}

import type { Hono } from 'hono';
import type { HttpBindings } from '@hono/node-server';
import { isEndpoint, type Contract } from '../../../../shared/http/endpoint.ts';
import type { RequestPipeline } from './request-pipeline.ts';
import type { Routes } from './routes.ts';
import type { AnyHandler, Handlers } from './handler.ts';
import { serveEndpoint } from './serve-endpoint.ts';

/** A Hono application as the adapter calls it. */
export type App = Hono<{ Bindings: Partial<HttpBindings> }>;

/** An application with its routes and request pipeline. */
export interface MountContext {
  readonly app: App;
  readonly routes: Routes;
  readonly pipeline: RequestPipeline;
}

/** Registers every endpoint of a contract with its handler. */
export function mount<C extends Contract>(mounting: MountContext, contract: C, handlers: Handlers<C>): void {
  for (const [name, node] of Object.entries(contract)) {
    // `Handlers<C>` has the shape of the contract.
    const own = (handlers as Readonly<Record<string, unknown>>)[name];
    if (!isEndpoint(node)) {
      mount(mounting, node, own as Handlers<Contract>);
      continue;
    }
    const { app, routes, pipeline } = mounting;
    const route = routePath(node.path);
    app.on(node.method, route, serveEndpoint(pipeline, node, own as AnyHandler));
    routes.add(route, node);
  }
}

/** Converts `/_emulator/tasks/{id}` to the router's syntax, `/_emulator/tasks/:id`. */
function routePath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

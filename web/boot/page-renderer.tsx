import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import type {
  EntryContext,
  RouteObject,
  RouterContextProvider,
  ServerBuild,
  StaticHandlerContext,
} from 'react-router';
import {
  createStaticHandler,
  isRouteErrorResponse,
  ServerRouter,
  UNSAFE_defaultMapRouteProperties as mapRouteProperties,
} from 'react-router';
import { encodeData } from './encode-data.ts';
import { HandoffContext } from './handoff.tsx';
import { scriptData, startScripts } from './start-script.ts';

/** A rendered document, or a redirect without one. */
export interface RenderedPage {
  status: number;
  headers: Headers;
  html: string;
}

/** Renders the page at this address. */
export type RenderPage = (url: URL, loadContext: RouterContextProvider) => Promise<RenderedPage>;

/** Logs an unexpected error. */
export type Report = (error: unknown) => void;

type ServerRoutes = ServerBuild['routes'];
type Manifest = EntryContext['manifest'];

const noHeaders = new Headers();

/**
 * Renders documents with React Router's static handler and `ServerRouter`. The framework's own request handler also
 * prepares streams, sessions' headers and middleware, which no page has: it took a quarter of a page.
 *
 * The whole page is rendered before a byte is sent: it is cached, and its inline scripts are hashed for the CSP. Nothing
 * suspends on the server, so `renderToString` suffices, at half the cost of a stream.
 */
export function createRenderer(
  build: ServerBuild,
  frame: (page: ReactElement) => ReactElement,
  report: Report,
): RenderPage {
  const handler = createStaticHandler(routesBelow(build.routes), {
    mapRouteProperties,
    future: build.future,
    ...(build.basename && { basename: build.basename }),
  });
  const modules = Object.fromEntries(
    Object.values(build.routes).map((route) => [route!.id, route!.module]),
  ) as EntryContext['routeModules'];
  const { basename, future, routeDiscovery, ssr } = build;
  const serverHandoffString = JSON.stringify({ basename, future, routeDiscovery, ssr, isSpaMode: false });
  const manifestOf = manifestsOf(build.assets);

  function render(context: StaticHandlerContext, url: URL): RenderedPage {
    const { loaderData, actionData, errors } = context;
    const data = encodeData({ loaderData, actionData, errors });
    const entry = {
      manifest: manifestOf(context),
      branches: [],
      routeModules: modules,
      staticHandlerContext: context,
      serverHandoffString,
      renderMeta: {},
      future,
      ssr,
      routeDiscovery,
      isSpaMode: false,
      serializeError: sanitized,
    } as EntryContext;
    const html = renderToString(
      <HandoffContext value={{ ...startScripts(entry, url.searchParams), data: scriptData(data) }}>
        {frame(<ServerRouter context={entry} url={url} />)}
      </HandoffContext>,
    );
    // Only a stream begins with the doctype by itself; without it browsers use quirks mode.
    return { status: context.statusCode, headers: noHeaders, html: `<!doctype html>${html}` };
  }

  async function attempt(url: URL, requestContext: RouterContextProvider): Promise<RenderedPage> {
    const context = await handler.query(new Request(url), { requestContext });
    if (context instanceof Response) return { status: context.status, headers: context.headers, html: '' };
    try {
      return render(withoutDetails(context, report), url);
    } catch (error) {
      const { _deepestRenderedBoundaryId: deepest } = context;
      const boundary = deepest ?? handler.dataRoutes[0]!.id;
      const statusCode = isRouteErrorResponse(error) ? error.status : 500;
      return render(withoutDetails({ ...context, statusCode, errors: { [boundary]: error } }, report), url);
    }
  }

  return async (url, requestContext) => {
    try {
      return await attempt(url, requestContext);
    } catch (error) {
      report(error);
      return { status: 500, headers: noHeaders, html: '' };
    }
  };
}

/** The routes of the build as a tree, without what only browsers need. */
function routesBelow(routes: ServerRoutes, parentId?: string): RouteObject[] {
  return Object.values(routes)
    .filter((route) => route!.parentId === parentId)
    .map((route) => {
      const { id, path, index, caseSensitive, module } = route!;
      const own = {
        id,
        handle: module.handle as unknown,
        ...(path !== undefined && { path }),
        ...(module.loader && { loader: module.loader as RouteObject['loader'] }),
        ...((id === 'root' || module.ErrorBoundary) && { ErrorBoundary: () => null }),
      };
      return index
        ? { ...own, index }
        : { ...own, ...(caseSensitive && { caseSensitive }), children: routesBelow(routes, id) };
    }) as RouteObject[];
}

/**
 * The manifest with the matched routes only: `ServerRouter` creates all of its manifest's routes for each page. There
 * are as many as the site has pages.
 */
function manifestsOf(assets: Manifest): (context: StaticHandlerContext) => Manifest {
  const known = new Map<string, Manifest>();
  return ({ matches }) => {
    const ids = matches.map(({ route }) => route.id);
    const key = ids.join(' ');
    const manifest = known.get(key) ?? {
      ...assets,
      routes: Object.fromEntries(ids.map((id) => [id, assets.routes[id]])),
    };
    known.set(key, manifest);
    return manifest;
  };
}

/** Reports unexpected errors; the page says nothing about them. */
function withoutDetails(context: StaticHandlerContext, report: Report): StaticHandlerContext {
  if (!context.errors) return context;
  const errors = Object.entries(context.errors).map(([id, error]): [string, unknown] => {
    if (!isRouteErrorResponse(error) || (error as { error?: unknown }).error) report(error);
    return [id, error instanceof Error ? sanitized(error) : error];
  });
  return { ...context, errors: Object.fromEntries(errors) };
}

function sanitized(error: unknown): Error {
  const stackless = new Error('Unexpected Server Error');
  delete stackless.stack;
  return error instanceof Error ? stackless : new Error(String(error));
}

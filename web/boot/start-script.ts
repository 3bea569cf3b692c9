import type { EntryContext } from 'react-router';

/** What the starter below is given: addresses of modules. */
interface PageModules {
  /** Come before all others: the router's table of routes and, in development, what reloads. */
  first: string[];
  /** The parts of each matched route, by its id. */
  routes: [id: string, modules: string[]][];
  entry: string;
  /** All that these import, so that nothing waits for its importer. */
  preloads: string[];
}

/**
 * The script at the end of every page: the loaders' data, as React Router's own `<Scripts>` and `<StreamTransfer>`
 * hand it over, and what asks for the page's modules. `<Scripts>` asks for them in the head, where 40 files take the
 * line from styles, letters and photos; this waits for the page to be there (decision 33).
 * @param data the loaders' data, encoded; null when there is none
 */
export function startScript(
  { manifest, serverHandoffString, staticHandlerContext: { matches } }: EntryContext,
  data: string | null,
): string {
  const routes = matches.map(({ route }) => manifest.routes[route.id]!);
  const modules: PageModules = {
    first: [manifest.hmr?.runtime, manifest.url].filter((module) => module !== undefined),
    routes: routes.map((route) => [route.id, partsOf(route)]),
    entry: manifest.entry.module,
    preloads: [
      ...new Set([
        ...manifest.entry.imports,
        ...routes.flatMap((route) => [...partsOf(route), ...(route.imports ?? [])]),
      ]),
    ],
  };
  const given = data === null ? '' : `router.streamController.enqueue(${forScript(data)});`;
  return (
    `{const router=window.__reactRouterContext=${serverHandoffString};` +
    `router.stream=new ReadableStream({start(controller){router.streamController=controller}})` +
    `.pipeThrough(new TextEncoderStream());${given}router.streamController.close()}` +
    `(${starter})(${forScript(modules)})`
  );
}

type ManifestRoute = EntryContext['manifest']['routes'][string] & object;

/** The modules a route is put together from: what only the browser runs may be split off. */
function partsOf(route: ManifestRoute): string[] {
  return [
    route.clientActionModule,
    route.clientLoaderModule,
    route.clientMiddlewareModule,
    route.hydrateFallbackModule,
    route.module,
  ].filter((module) => module !== undefined);
}

const patienceMs = 4_000;

/**
 * Begins once everything of the page was painted, at the first touch, or when patience ends; at once for members, whose
 * pages hold little until they are asked for. Until React has taken over it keeps the last press of a button and the
 * last form that cannot do without script; `useEarlyDeeds` does them then.
 */
const starter = `page=>{
const root=document.documentElement,touches=['pointerdown','pointermove','keydown','input','scroll'];
let begun=false;
const all=modules=>Promise.all(modules.map(module=>import(module)));
const begin=async()=>{
if(begun)return;
begun=true;
for(const href of page.preloads.concat(page.first,page.entry))
document.head.append(Object.assign(document.createElement('link'),{rel:'modulepreload',href}));
await all(page.first);
window.__reactRouterRouteModules=Object.fromEntries(await Promise.all(page.routes.map(
async([id,parts])=>[id,Object.assign({},...await all(parts))])));
await import(page.entry);
};
window.keepEarlyDeed=event=>{
const button=event.target.closest('button');
if(event.type==='submit'?event.target.method==='post':button&&(button.type==='button'||!button.form)){
if(event.type==='submit')event.preventDefault();
window.earlyDeed=event.type==='submit'?{form:event.target,submitter:event.submitter}:{button};
}
};
for(const type of ['click','submit'])addEventListener(type,window.keepEarlyDeed,true);
if('member' in root.dataset)return void begin();
for(const type of touches)addEventListener(type,begin,{capture:true,once:true,passive:true});
const painted=()=>requestAnimationFrame(()=>setTimeout(begin));
if(document.readyState==='complete')painted();
else addEventListener('load',painted);
setTimeout(begin,${patienceMs});
}`.replaceAll('\n', '');

const risky: Record<string, string> = {
  '&': '\\u0026',
  '<': '\\u003c',
  '>': '\\u003e',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

/** JSON that cannot end the script it stands in. */
function forScript(value: unknown): string {
  return JSON.stringify(value).replace(/[&<>\u2028\u2029]/g, (character) => risky[character]!);
}

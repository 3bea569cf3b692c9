import type { EntryContext } from 'react-router';
import { toEscapes } from './latin1.ts';
import { getUser } from '#contract/accounts/accounts.ts';
import { maxReads } from '#contract/reads.ts';
import type { EarlyAddress, EarlyHandle } from '#web/api/reads/early-reads.ts';
import { readOf } from '#web/api/reads/early-reads.ts';

/** URLs of modules, the argument of the module loader below. */
interface PageModules {
  /** Imported before all others: the router's manifest and, in development, the HMR runtime. */
  first: string[];
  /** The modules of each matched route, by its id. */
  routes: [id: string, modules: string[]][];
  entry: string;
  /** These and everything they import, so that no import waits for its importer; empty once requested. */
  preloads: string[];
  /** What a member's page asks the API before its modules run: together, and in calls of their own. */
  reads: string[];
  calls: string[];
}

/** The scripts of a page. Both are the server's: React does not know them. */
export interface PageScripts {
  /** In the head, before the style sheet, for which later scripts wait. */
  head: string;
  /** At the end of the body. */
  end: string;
}

declare global {
  interface Window {
    /** Written by the script in the head, for the one at the end. */
    pageModules?: PageModules;
  }
}

/**
 * The script in the head asks for a member's data, and on their own pages for the modules too. The script at the end
 * hands the loaders' data, which stands before it, to React Router as its own `<Scripts>` and `<StreamTransfer>` do, and
 * loads the page's modules. `<Scripts>` requests them in the head, where 40 files compete with styles, fonts and photos
 * for bandwidth; this waits until the page has painted (decision 33).
 */
export function startScripts(
  { manifest, routeModules, serverHandoffString, staticHandlerContext: { matches } }: EntryContext,
  search: URLSearchParams,
): PageScripts {
  const routes = matches.map(({ route }) => manifest.routes[route.id]!);
  const first = [manifest.hmr?.runtime, manifest.url].filter((module) => module !== undefined);
  const modules: PageModules = {
    first,
    routes: routes.map((route) => [route.id, modulesOf(route)]),
    entry: manifest.entry.module,
    ...earlyReadsOf(
      matches.map(({ route, params }) => ({
        handle: routeModules[route.id]?.handle as EarlyHandle | undefined,
        params,
      })),
      search,
    ),
    preloads: [
      ...new Set([
        ...manifest.entry.imports,
        ...routes.flatMap((route) => [...modulesOf(route), ...(route.imports ?? [])]),
        ...first,
        manifest.entry.module,
      ]),
    ],
  };
  return {
    head: `(${dataLoader})(window.pageModules=${forScript(modules)})`,
    end:
      `{const router=window.__reactRouterContext=${serverHandoffString};` +
      `router.stream=new ReadableStream({start(controller){router.streamController=controller}})` +
      `.pipeThrough(new TextEncoderStream());` +
      `router.streamController.enqueue(document.currentScript.previousSibling.textContent);` +
      `router.streamController.close()}` +
      `(${moduleLoader})(window.pageModules)`,
  };
}

interface Match {
  handle: EarlyHandle | undefined;
  params: EarlyAddress['params'];
}

function earlyReadsOf(matches: Match[], search: URLSearchParams): Pick<PageModules, 'reads' | 'calls'> {
  return {
    reads: matches
      .flatMap(({ handle, params }) => handle?.reads?.({ params, search }) ?? [])
      .slice(0, maxReads),
    // The session asks who is signed in on every page.
    calls: [readOf(getUser), ...matches.flatMap(({ handle }) => handle?.calls ?? [])],
  };
}

type ManifestRoute = EntryContext['manifest']['routes'][string] & object;

/** The modules of a route: client-only exports may be split into their own chunks. */
function modulesOf(route: ManifestRoute): string[] {
  return [
    route.clientActionModule,
    route.clientLoaderModule,
    route.clientMiddlewareModule,
    route.hydrateFallbackModule,
    route.module,
  ].filter((module) => module !== undefined);
}

/**
 * For members: sends the page's reads, and requests the modules of a page that has some, which is nearly empty until its
 * data is shown. The timer lets the style sheet, which comes later in the head, be requested before them.
 */
const dataLoader = `page=>{
if(!('member' in document.documentElement.dataset))return;
const token=localStorage.marketplace_auth,replies=new Map();
const get=url=>fetch(url,{headers:{Authorization:'Bearer '+token}}).then(async answer=>({status:answer.status,body:await answer.json()}));
const add=(url,reply)=>replies.set(url,[...replies.get(url)??[],reply]);
for(const url of page.calls){
const reply=get(url).catch(()=>null);
add(url,reply);
for(const read of page.reads)if(read===url)add(url,reply);
}
const reads=[...new Set(page.reads)].filter(url=>!page.calls.includes(url));
if(reads.length){
const all=get('/api/v1/reads?'+new URLSearchParams(reads.map(url=>['path',url.slice(7)])))
.then(({status,body})=>status===200?body.data.items:[]).catch(()=>[]);
for(const url of page.reads)
if(reads.includes(url))add(url,all.then(items=>items[reads.indexOf(url)]??null));
setTimeout(()=>{
for(const href of page.preloads.splice(0))
document.head.append(Object.assign(document.createElement('link'),{rel:'modulepreload',href}));
});
}
window.earlyReads={token,replies};
}`.replaceAll('\n', '');

const maxWaitMs = 4_000;

/**
 * Begins once the page has painted, at the first input, or after `maxWaitMs`; at once for members, whose pages are
 * nearly empty until data is loaded. Until hydration it records the last press of a button or the last submit of a POST
 * form; `useReplayEarlyInput` replays it.
 */
const moduleLoader = `page=>{
const root=document.documentElement,touches=['pointerdown','pointermove','keydown','input','scroll'];
let begun=false;
const all=modules=>Promise.all(modules.map(module=>import(module)));
const begin=async()=>{
if(begun)return;
begun=true;
for(const href of page.preloads.splice(0))
document.head.append(Object.assign(document.createElement('link'),{rel:'modulepreload',href}));
await all(page.first);
window.__reactRouterRouteModules=Object.fromEntries(await Promise.all(page.routes.map(
async([id,parts])=>[id,Object.assign({},...await all(parts))])));
await import(page.entry);
};
window.recordEarlyAction=event=>{
const button=event.target.closest('button');
if(event.type==='submit'?event.target.method==='post':button&&(button.type==='button'||!button.form)){
if(event.type==='submit')event.preventDefault();
window.earlyAction=event.type==='submit'?{form:event.target,submitter:event.submitter}:{button};
}
};
for(const type of ['click','submit'])addEventListener(type,window.recordEarlyAction,true);
if('member' in root.dataset)return void begin();
for(const type of touches)addEventListener(type,begin,{capture:true,once:true,passive:true});
const painted=()=>requestAnimationFrame(()=>setTimeout(begin));
if(document.readyState==='complete')painted();
else addEventListener('load',painted);
setTimeout(begin,${maxWaitMs});
}`.replaceAll('\n', '');

const escapes: Record<string, string> = {
  '&': '\\u0026',
  '<': '\\u003c',
  '>': '\\u003e',
};

function forScript(value: unknown): string {
  return scriptData(JSON.stringify(value));
}

/** JSON that cannot end its script element. */
export function scriptData(json: string): string {
  return toEscapes(json.replace(/[&<>]/g, (character) => escapes[character]!));
}

import type { Location } from 'react-router';

/** React Router's global for its developer tools: the only place that knows the target of a pending navigation. */
const routerName = '__reactRouterDataRouter';
interface RouterState {
  navigation: { state: 'idle' | 'loading' | 'submitting'; location?: Location };
  revalidation: 'idle' | 'loading';
  initialized: boolean;
}
type WindowWithRouter = Window & { [routerName]?: { state: RouterState } };

/** The router's state; null on the server, and until the page hydrates. */
export function routerState(): RouterState | null {
  return typeof window === 'undefined' ? null : ((window as WindowWithRouter)[routerName]?.state ?? null);
}

/** Path and query of the page that is being loaded, of a navigation; null without one. */
export function pendingAddress(): string | null {
  const place = routerState()?.navigation.location;
  return place ? place.pathname + place.search : null;
}

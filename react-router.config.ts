import type { Config } from '@react-router/dev/config';

/** Framework mode, thin: routes are configuration (`web/routes.ts`), everything else is ours. */
export default {
  appDirectory: 'web',
  buildDirectory: 'dist/site',
  ssr: true,
  // A page's loader finds its data read already, so a file of its own would only be one more to fetch.
  splitRouteModules: false,
  routeDiscovery: { mode: 'initial' },
} satisfies Config;

import type { Config } from '@react-router/dev/config';

/** Framework mode, thin: routes are configuration (`web/routes.ts`), everything else is ours. */
export default {
  appDirectory: 'web',
  buildDirectory: 'dist/site',
  ssr: true,
  routeDiscovery: { mode: 'initial' },
} satisfies Config;

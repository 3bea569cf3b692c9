import { use } from 'react';
import type { ReactNode } from 'react';
import { isRouteErrorResponse, Links, Meta, Outlet, useRouteError } from 'react-router';
import { brand, brandName, brandProps } from './ui/theme/brand.ts';
import { SecondStepRule } from './accounts/sign-in/second-step-rule.tsx';
import { SessionEnded } from './accounts/proof/session-ended.tsx';
import { StepUpProvider } from './accounts/proof/step-up.tsx';
import { ErrorScreen } from './pages/error-screen.tsx';
import { EarlyScript, Handoff } from './boot/handoff.tsx';
import { Cached } from './boot/cached-markup.tsx';
import { LiveWhenIdle } from './live/live-when-idle.tsx';
import { memberScript } from './layouts/member-script.ts';
import { NavigationEffects } from './layouts/navigation-effects.tsx';
import { OverdueNotice } from './layouts/overdue-notice.tsx';
import { SiteFrame } from './layouts/site-frame.tsx';
import { SessionProvider } from './session.tsx';
import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url';
import styles from './ui/styles/app.css?url';
import { SizeOverridesContext } from './settings/size-overrides.ts';
import { themeScript } from './ui/theme/theme-script.ts';
import { Toaster } from './ui/overlays/toast.tsx';
import { reservedSpaceScript } from './boot/reserved-space-script.ts';
import { useReplayEarlyInput } from './boot/replay-early-input.ts';

export const links = () => [
  { rel: 'preload', href: figtree, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' as const },
  { rel: 'stylesheet', href: styles },
  { rel: 'icon', href: '/icone.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
];

export function meta() {
  return [
    { title: brandName },
    {
      name: 'description',
      content: 'Compre e venda entre pessoas. O pagamento fica guardado até a entrega dar certo.',
    },
  ];
}

/** The document. Its inline scripts are allowed by their hashes (server/http/security-headers.ts). */
export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="pt-BR" suppressHydrationWarning {...brandProps(brand)} data-sizes={use(SizeOverridesContext)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <script dangerouslySetInnerHTML={{ __html: themeScript + memberScript + reservedSpaceScript }} />
        <EarlyScript />
        <Meta />
        <Links />
      </head>
      <body>
        <SessionProvider>{children}</SessionProvider>
        <Handoff />
      </body>
    </html>
  );
}

export default function App() {
  useReplayEarlyInput();
  return (
    <>
      <NavigationEffects />
      <OverdueNotice />
      <SecondStepRule />
      <StepUpProvider>
        <Outlet />
      </StepUpProvider>
      <SessionEnded />
      <LiveWhenIdle />
      <Cached kind="toaster" parts={['avisos']}>
        {(key) => <Toaster key={key} />}
      </Cached>
    </>
  );
}

/** Unknown addresses and failures share one screen (specification §2). */
export function ErrorBoundary() {
  const error = useRouteError();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  return (
    <SiteFrame>
      <ErrorScreen status={status} />
    </SiteFrame>
  );
}

import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Banner } from '#web/ui/banner.tsx';

/** The address of a sign-in screen that keeps where the person wanted to go. */
export function authPath(screen: 'login' | 'register', returnTo: string): string {
  return returnTo === '/' ? `/auth/${screen}` : `/auth/${screen}?returnTo=${encodeURIComponent(returnTo)}`;
}

/** Title of a sign-in screen and the way to the other one. */
export function AuthHeader({ title, children }: { title: string; children: ReactNode }) {
  return (
    <header className="mb-6 flex flex-col gap-2">
      <h1 className="text-h1">{title}</h1>
      <p className="text-body text-ink-2">{children}</p>
    </header>
  );
}

/** In a demo market anybody may enter with one click. */
export function DemoHint({ demo }: { demo: boolean }) {
  if (!demo) return null;
  return (
    <Banner
      className="mt-6"
      action={
        <Link
          to="/dev"
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-2"
        >
          Ver contas de demonstração
        </Link>
      }
    >
      Esta é uma praça de demonstração.
    </Banner>
  );
}

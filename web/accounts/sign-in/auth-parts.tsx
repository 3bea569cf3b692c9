import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Banner } from '#web/ui/page/banner.tsx';
import type { Provider } from './provider-buttons.tsx';

export interface AuthFormProps {
  /** The path to open after signing in. */
  returnTo: string;
  demo: boolean;
  providers: readonly Provider[];
}

/** Title of a sign-in page, with an optional sentence below. */
export function AuthHeader({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className="mb-6 flex flex-col gap-2">
      <h1 className="text-h1">{title}</h1>
      {children && <div className="text-body text-ink-2">{children}</div>}
    </header>
  );
}

/** The link to the other sign-in page, below the form. */
export function OtherScreenLink({
  question,
  to,
  children,
}: {
  question: string;
  to: string;
  children: ReactNode;
}) {
  return (
    <p className="mt-4 text-body text-ink-2">
      {question}{' '}
      <Link
        to={to}
        className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-2"
      >
        {children}
      </Link>
    </p>
  );
}

/** In a demo market: a link to the page with one-click sign-in. */
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
      Este é um site de demonstração.
    </Banner>
  );
}

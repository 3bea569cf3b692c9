import { ScrollText } from '#web/ui/icons/icons.tsx';
import { Link, useLocation } from 'react-router';
import type { Session } from '#web/session.tsx';
import { formatDate } from '#web/ui/data/formats.ts';

/** A strip under the top bar while this person has not accepted a new version of the terms. */
export function TermsStrip({ terms }: { terms: NonNullable<Session['newTerms']> }) {
  const { pathname } = useLocation();
  if (pathname === '/termos') return null;
  return (
    <aside
      aria-label="Termos de uso"
      className="border-b border-border bg-brand-soft text-on-brand-soft print:hidden"
    >
      <p className="mx-auto flex min-h-11 w-full max-w-page page-gutter flex-wrap items-center gap-x-3 text-sm">
        <span className="flex min-w-0 flex-[1_1_10rem] items-center gap-3 py-2">
          <ScrollText aria-hidden="true" className="size-4.5 shrink-0" />
          {terms.in_force
            ? 'Os termos de uso mudaram. Aceite a versão nova para comprar e anunciar.'
            : `Os termos de uso mudam em ${formatDate(terms.starts_at)}.`}
        </span>
        <Link
          to={`/termos?versao=${terms.version}`}
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        >
          Ler e aceitar
        </Link>
      </p>
    </aside>
  );
}

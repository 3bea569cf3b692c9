import { brandName } from '#web/ui/theme/brand.ts';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { Cached } from '#web/boot/cached-markup.tsx';
import { Logo } from '#web/ui/theme/logo.tsx';
import { useSettings } from '#web/settings/site-settings.ts';

const columns = [
  {
    title: 'Comprar',
    links: [
      ['/anuncios', 'Todos os anúncios'],
      ['/categorias', 'Categorias'],
      ['/conta/compras', 'Minhas compras'],
    ],
  },
  {
    title: 'Vender',
    links: [
      ['/anunciar', 'Criar anúncio'],
      ['/conta/anuncios', 'Meus anúncios'],
      ['/conta/vendas', 'Minhas vendas'],
    ],
  },
  {
    title: null,
    links: [
      ['/como-funciona', 'Como funciona'],
      ['/tarifas', 'Tarifas'],
      ['/formas-de-pagamento', 'Formas de pagamento'],
      ['/perguntas-frequentes', 'Perguntas frequentes'],
      ['/transparencia', 'Transparência'],
      ['/termos', 'Termos de uso'],
      ['/privacidade', 'Privacidade'],
    ],
  },
] as const;

/** Site map and the legal identification of the operator (Decreto 7.962/2013). */
export function Footer() {
  const settings = useSettings();
  const facts = { demo: settings?.demo ?? false, company: settings?.company ?? null };
  return (
    <Cached
      as="footer"
      kind="footer"
      parts={[facts]}
      id="rodape"
      tabIndex={-1}
      // The support button stands below the last line, not on it.
      className="mt-16 border-t border-border bg-surface md:mt-20 print:hidden [body:has([data-slot=support-launcher])_&]:pb-20 md:[body:has([data-slot=support-launcher])_&]:pb-[calc(80px+var(--bottom-bar-height))]"
    >
      {({ demo, company }) => (
        <Fragment key="footer">
          <div className="mx-auto grid w-full max-w-page page-gutter gap-8 py-10 md:grid-cols-[1.4fr_repeat(3,1fr)] md:gap-10">
            <PaymentPledge demo={demo} />
            <div className="grid grid-cols-2 gap-8 sm:grid-cols-3 md:col-span-3">
              {columns.map((column) => (
                <Column key={column.links[0][0]} {...column} />
              ))}
            </div>
          </div>
          {company && <LegalId company={company} />}
        </Fragment>
      )}
    </Cached>
  );
}

function PaymentPledge({ demo }: { demo: boolean }) {
  return (
    <div className="flex flex-col items-start gap-3">
      <Logo />
      <p className="max-w-[34ch] text-sm text-ink-2">
        Compre e venda entre pessoas. O pagamento fica guardado até a entrega dar certo.
      </p>
      {demo && (
        <Link
          to="/dev"
          className="inline-flex min-h-11 items-center text-sm font-semibold text-brand underline-offset-2 hover:underline"
        >
          Ferramentas de demonstração
        </Link>
      )}
    </div>
  );
}

/** A column without a title of its own takes the marketplace's name. */
function Column({ title: columnTitle, links }: (typeof columns)[number]) {
  const title = columnTitle ?? brandName;
  return (
    <nav aria-label={title}>
      <h2 className="text-ui font-semibold text-ink">{title}</h2>
      <ul className="mt-1">
        {links.map(([to, label]) => (
          <li key={to}>
            <Link
              to={to}
              className="inline-flex min-h-11 items-center text-sm text-ink-2 underline-offset-2 hover:text-ink hover:underline md:min-h-9"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function LegalId({
  company,
}: {
  company: { name: string; document: string; address: string; email: string };
}) {
  return (
    <div className="border-t border-border">
      <address className="mx-auto flex w-full max-w-page page-gutter flex-wrap gap-x-4 gap-y-1 py-4 text-sm text-ink-3 not-italic">
        <span>{company.name}</span>
        <span>CNPJ {company.document}</span>
        <span>
          {company.address.split(', ').map((part, position) => (
            <Fragment key={part}>
              {position > 0 && ', '}
              <span className="inline-block">{part}</span>
            </Fragment>
          ))}
        </span>
        <a href={`mailto:${company.email}`} className="underline-offset-2 hover:text-ink hover:underline">
          {company.email}
        </a>
      </address>
    </div>
  );
}

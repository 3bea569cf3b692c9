import { Barcode, CreditCard, QrCode, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { durationWords } from '#domain/durations.ts';
import { api, apiContext } from '#web/api.ts';
import { clearingWords } from '#web/orders/payment-words.ts';
import { useSettings } from '#web/layouts/site-settings.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Section } from '#web/ui/card.tsx';
import { formatBps, formatCount } from '#web/ui/formats.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { loadPageText, pageTextMeta } from './page-text.ts';
import { Prose } from './prose.tsx';
import type { Route } from './+types/payment-methods-page';

export { PageError as ErrorBoundary } from '#web/institutional/page-error.tsx';

export const loader = ({ context, request }: Route.LoaderArgs) =>
  loadPageText(context.get(apiContext), 'formas-de-pagamento', request.url);
export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  loadPageText(api, 'formas-de-pagamento', request.url);

export const meta = ({ loaderData }: Route.MetaArgs) => pageTextMeta(loaderData);

/** `/formas-de-pagamento` (S16): how to pay and how money comes back. Only what is open is shown. */
export default function PaymentMethodsPage({ loaderData: { text } }: Route.ComponentProps) {
  return (
    <div className="mx-auto flex w-full max-w-page flex-col gap-10 page-gutter pt-6 md:pt-10">
      <PageHeader
        title={text.title}
        text={text.summary[0]}
        actions={
          <Button asChild>
            <Link to="/anuncios">Ver anúncios</Link>
          </Button>
        }
      />
      <Methods />
      {text.sections.map((section) => (
        <Section key={section.id} id={section.id} title={section.title}>
          {section.html && <Prose html={section.html} />}
          {section.items.length > 0 && (
            <ol className="grid gap-3 md:grid-cols-3 md:gap-5">
              {section.items.map((item, index) => (
                <li key={item.id} className="rounded-lg border border-border bg-surface p-4 md:p-5">
                  <h3 className="text-h3">
                    {index + 1}. {item.title}
                  </h3>
                  <Prose html={item.html} className="mt-1" />
                </li>
              ))}
            </ol>
          )}
        </Section>
      ))}
      <Banner tone="warning" title="Nunca pague fora da praça">
        Quem pede Pix direto, por mensagem ou com desconto, tira sua proteção. Denuncie e não pague.
      </Banner>
    </div>
  );
}

/** A card for each way to pay that is open. */
function Methods() {
  const settings = useSettings();
  const methods = settings?.methods ?? ['pix'];
  return (
    <div className="grid gap-5 lg:grid-cols-3">
      {methods.includes('pix') && (
        <MethodCard
          id="pix"
          title="Pix"
          icon={<QrCode aria-hidden="true" className="size-5.5" />}
          facts={[
            ['Confirmação', 'Em segundos'],
            ['Custo', 'Nenhum'],
            ['Prazo para pagar', settings ? durationWords(settings.pixExpiryMs) : '—'],
            ['Se precisar voltar', 'Para a conta de onde saiu'],
          ]}
        />
      )}
      {settings && methods.includes('card') && (
        <MethodCard
          id="cartao"
          title="Cartão de crédito"
          icon={<CreditCard aria-hidden="true" className="size-5.5" />}
          facts={[
            ['Confirmação', 'Na hora, ou depois da análise do banco'],
            ['Custo', `À vista nenhum; parcelado, ${formatBps(settings.card.monthlyInterestBps)} ao mês`],
            ['Parcelas', `Até ${settings.card.maxInstallments}×`],
            ['Se precisar voltar', 'Para a fatura do cartão'],
          ]}
        />
      )}
      {settings && methods.includes('boleto') && (
        <MethodCard
          id="boleto"
          title="Boleto"
          icon={<Barcode aria-hidden="true" className="size-5.5" />}
          facts={[
            ['Confirmação', clearingWords(settings.boletoClearingDays)],
            ['Custo', 'Nenhum'],
            ['Prazo para pagar', formatCount(settings.boletoBusinessDays, 'dia útil', 'dias úteis')],
            ['Se precisar voltar', 'Para uma conta de quem pagou'],
          ]}
        />
      )}
    </div>
  );
}

interface MethodCardProps {
  id: string;
  title: string;
  icon: ReactNode;
  facts: readonly (readonly [string, string])[];
}

function MethodCard({ id, title, icon, facts }: MethodCardProps) {
  return (
    <section aria-labelledby={`meio-${id}`} className="rounded-xl border border-border bg-surface p-5 md:p-6">
      <div className="flex flex-wrap items-center gap-3">
        <span className="flex size-11 items-center justify-center rounded-md bg-brand-soft text-on-brand-soft">
          {icon}
        </span>
        <h2 id={`meio-${id}`} className="text-h2">
          {title}
        </h2>
        <StatusBadge tone="success">Disponível agora</StatusBadge>
      </div>
      <dl className="mt-4 grid gap-x-8 gap-y-3 sm:grid-cols-2 lg:grid-cols-1">
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt className="text-sm text-ink-3">{term}</dt>
            <dd className="text-ui">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 flex items-center gap-2 text-sm text-ink-2">
        <ShieldCheck aria-hidden="true" className="size-4.5 shrink-0 text-success" /> O valor fica guardado
        até a entrega dar certo.
      </p>
    </section>
  );
}

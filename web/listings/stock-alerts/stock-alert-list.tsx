import { Link } from 'react-router';
import type { StockAlert } from '#contract/listings/stock-alerts.ts';
import { OrderPhoto } from '#web/orders/page/order-photo.tsx';
import { listingLabels } from '#web/labels.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { formatCents, formatDate } from '#web/ui/data/formats.ts';
import { DotSeparated } from '#web/ui/page/dot-separated.tsx';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { useStockAlert } from './use-stock-alert.ts';

/** The user's stock alerts. A cancelled one stays listed until the page is left, so that it can be undone. */
export function StockAlertList({ listings }: { listings: readonly StockAlert[] }) {
  if (listings.length === 0)
    return (
      <EmptyState
        title="Você não espera por nenhum anúncio."
        text="Num anúncio pausado ou esgotado, toque em Me avise quando voltar. Avisamos você uma vez, assim que ele voltar à venda."
        action={
          <Button asChild variant="secondary">
            <Link to="/anuncios">Ver anúncios</Link>
          </Button>
        }
        seed="avisos-de-volta"
      />
    );
  return (
    <ul className="divide-y divide-border rounded-lg border border-border bg-surface">
      {listings.map((listing) => (
        <Row key={listing.id} listing={listing} />
      ))}
    </ul>
  );
}

function Row({ listing }: { listing: StockAlert }) {
  const { id, slug, title, cover, priceCents, seller, state, askedAt } = listing;
  const { waiting, failure, change } = useStockAlert(id, true);
  const { label, tone } = listingLabels[state];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4 md:px-5">
      <div className="flex min-w-0 flex-1 basis-72 gap-4">
        <OrderPhoto cover={cover} seed={slug} />
        <div className="min-w-0 flex-1">
          <Link
            to={`/anuncio/${slug}`}
            className="line-clamp-2 hit-44 text-ui font-semibold wrap-anywhere underline-offset-4 hover:underline"
          >
            {title}
          </Link>
          <p className="mt-1 text-sm text-ink-2">
            <DotSeparated
              of={[
                <span key="amount" className="font-semibold text-ink tabular-nums">
                  {formatCents(priceCents)}
                </span>,
                `@${seller}`,
              ]}
            />
          </p>
          <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-3">
            <StatusBadge tone={tone} size="sm">
              {label}
            </StatusBadge>
            {waiting ? `Aviso pedido em ${formatDate(askedAt)}` : 'Aviso cancelado'}
          </p>
        </div>
      </div>
      <Button
        variant="secondary"
        className="max-sm:w-full"
        aria-label={`${waiting ? 'Cancelar aviso' : 'Me avise quando voltar'}: ${title}`}
        onClick={() => void change(!waiting)}
      >
        {waiting ? 'Cancelar aviso' : 'Me avise quando voltar'}
      </Button>
      {failure && (
        <p role="alert" className="basis-full text-sm text-danger">
          {failure}
        </p>
      )}
    </li>
  );
}

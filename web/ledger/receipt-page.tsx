import { brandName } from '#web/ui/theme/brand.ts';
import { Printer } from '#web/ui/icons/icons.tsx';
import { getReceipt } from '#contract/ledger/statements.ts';
import { api } from '#web/api/api.ts';
import { PageError } from '#web/pages/page-error.tsx';
import { useSettings } from '#web/settings/site-settings.ts';
import { orErrorStatus } from '#web/api/load.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/cards/card.tsx';
import { CopyButton } from '#web/ui/buttons/copy-button.tsx';
import { formatCents, formatDateTime } from '#web/ui/data/formats.ts';
import { Logo } from '#web/ui/theme/logo.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { DotSeparated } from '#web/ui/page/dot-separated.tsx';
import { Loading, Skeleton } from '#web/ui/page/skeleton.tsx';
import type { Route } from './+types/receipt-page';

/** Loads in the browser, so that the rate limit counts guesses of codes by the visitor's own address. */
export const clientLoader = ({ params }: Route.ClientLoaderArgs) =>
  orErrorStatus(api(getReceipt, { params }));

export const meta = () => [
  { title: `Recibo · ${brandName}` },
  { name: 'robots', content: 'noindex, nofollow' },
  { name: 'referrer', content: 'no-referrer' },
];

export const ErrorBoundary = () => (
  <PageError missing="Nenhum recibo tem este código. Se alguém o mostrou a você, desconfie." />
);

export function HydrateFallback() {
  return (
    <Loading
      name="o recibo"
      className="mx-auto flex w-full max-w-text flex-col gap-6 page-gutter pt-6 md:pt-10"
    >
      <Skeleton className="h-9 w-40" />
      <Skeleton className="h-80 rounded-lg" />
    </Loading>
  );
}

/**
 * `/recibo/{code}`: one ledger movement, to print or to verify. Its data come from the ledger at each visit; names are
 * masked.
 */
export default function ReceiptPage({ loaderData: receipt }: Route.ComponentProps) {
  const company = useSettings()?.company ?? null;
  const entry = receipt.amountCents > 0;
  const facts: [string, string | null][] = [
    ['Data', formatDateTime(receipt.at)],
    [entry ? 'Quem recebeu' : 'De quem saiu', receipt.holder],
    ['Outra parte', receipt.otherParty],
    ['Pedido', receipt.orderCode],
    ['Código de autenticidade', receipt.receipt],
  ];
  return (
    <div className="mx-auto flex w-full max-w-text flex-col gap-6 page-gutter pt-6 pb-10 md:pt-10">
      <Logo className="hidden print:flex" />
      <PageHeader
        title="Recibo"
        text={`Esta movimentação consta nos registros da ${brandName}, com os valores abaixo.`}
        actions={
          <Button
            variant="secondary"
            icon={<Printer aria-hidden="true" />}
            className="print:hidden"
            onClick={() => window.print()}
          >
            Imprimir recibo
          </Button>
        }
      />
      <Card className="flex flex-col gap-5">
        <div>
          <p className="text-ui text-ink-2">{receipt.description}</p>
          <p className="text-price-xl">
            <span className="sr-only">{entry ? 'Entrada de ' : 'Saída de '}</span>
            {formatCents(Math.abs(receipt.amountCents))}
          </p>
          <p className="text-sm text-ink-3">{entry ? 'Entrou no saldo' : 'Saiu do saldo'}</p>
        </div>
        <dl className="grid gap-x-6 gap-y-3 border-t border-border pt-4 text-sm sm:grid-cols-[max-content_1fr]">
          {facts.map(
            ([term, text]) =>
              text && (
                <div key={term} className="sm:contents">
                  <dt className="text-ink-2">{term}</dt>
                  <dd className="font-medium wrap-anywhere text-ink tabular-nums">{text}</dd>
                </div>
              ),
          )}
        </dl>
        <p className="text-sm text-ink-2">
          Para conferir, abra{' '}
          <span className="font-medium wrap-anywhere text-ink">{`${location.host}/recibo/${receipt.receipt}`}</span>
          . Só vale o que a página mostrar.
        </p>
        <CopyButton
          text={receipt.receipt}
          label="Copiar código"
          copiedLabel="Código copiado"
          className="self-start print:hidden"
        />
      </Card>
      {company && (
        <p className="text-xs text-ink-3">
          <DotSeparated of={[company.name, company.document, company.address]} />
        </p>
      )}
    </div>
  );
}

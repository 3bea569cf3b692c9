import { PageError } from '#web/pages/page-error.tsx';
import { brandName } from '#web/ui/theme/brand.ts';
import { useState } from 'react';
import { useNavigate, useNavigation, useSearchParams } from 'react-router';
import { getStaffPaymentProof, listStaffPaymentProofs } from '#contract/payments/payment-proofs.ts';
import { api, ApiError } from '#web/api/api.ts';
import { orErrorStatus } from '#web/api/load.ts';
import { Banner } from '#web/ui/page/banner.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { StaleContent } from '#web/ui/page/stale-content.tsx';
import type { Route } from './+types/payment-proofs-page';
import { loadQueue } from './queue/queue-page.ts';
import { QueueTabs, tabOf } from './queue/queue-tabs.tsx';
import { ApprovalDialog } from './payment-proofs/approval-dialog.tsx';
import { ProofPanel } from './payment-proofs/proof-panel.tsx';
import { ProofQueue } from './payment-proofs/proof-queue.tsx';
import { ProofViewer } from './payment-proofs/proof-viewer.tsx';
import { RefusalDialog } from './payment-proofs/refusal-dialog.tsx';
import { StatementBar } from './payment-proofs/statement-bar.tsx';
import { useClaim } from './queue/use-claim.ts';
import { countText, useQueueCount } from './queue/use-queues.ts';
import { useShortcuts } from './shell/use-shortcuts.ts';

export const ErrorBoundary = () => <PageError title="Comprovantes" thing="os comprovantes" />;

const tabs = [
  { slug: 'pendentes', label: 'Pendentes' },
  { slug: 'aprovados', label: 'Aprovados' },
  { slug: 'recusados', label: 'Recusados' },
] as const;
type Tab = (typeof tabs)[number]['slug'];

/** The tab's queue and the payment proof of the address, or the first one. One that no longer exists is not shown. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const query = new URL(request.url).searchParams;
  const tab = tabOf(tabs, query.get('aba'));
  const page = await loadQueue(query, (position) =>
    api(listStaffPaymentProofs, { query: { tab, ...position } }),
  );
  const id = query.get('id') ?? page.items[0]?.id;
  return { tab, page, proof: id === undefined ? null : await orErrorStatus(readProof(id)) };
}

export function meta() {
  return [{ title: `Comprovantes · Painel · ${brandName}` }];
}

/** `/dashboard/comprovantes`: payment proofs next to statement lines; only a matching line allows approval. */
export default function PaymentProofsPage({ loaderData }: Route.ComponentProps) {
  const { tab, page, proof } = loaderData;
  const { items, counts, statement } = page;
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const { state: navigating } = useNavigation();
  const [asking, setAsking] = useState<'approve' | 'reject' | null>(null);
  const [chosenLine, setChosenLine] = useState<{ proofId: number; lineId: number } | null>(null);

  const address = (id: number | null) => {
    const next = new URLSearchParams(query);
    if (id === null) next.delete('id');
    else next.set('id', String(id));
    return `?${next}`;
  };
  const position = items.findIndex(({ id }) => id === proof?.id);
  const go = (step: number) => {
    const next = items[position + step];
    if (next) void navigate(address(next.id), { replace: true, preventScrollReset: true });
  };
  const lines = proof ? [...(proof.line ? [proof.line] : []), ...proof.candidates] : [];
  const matching = lines.filter((line) => line.amountCents === proof?.totalCents);
  const chosenId = chosenLine?.proofId === proof?.id ? chosenLine?.lineId : undefined;
  const lineId = chosenId ?? proof?.line?.id ?? matching[0]?.id ?? null;
  const chooseLine = (id: number) => proof && setChosenLine({ proofId: proof.id, lineId: id });
  const claim = useClaim('receipts', proof?.decidable ? proof.id : null);
  const decidable = proof?.decidable === true && claim.claimedBy === null;
  const shortcuts = useShortcuts({
    j: () => go(1),
    k: () => go(-1),
    a: () => decidable && lineId !== null && setAsking('approve'),
    r: () => decidable && setAsking('reject'),
    ...Object.fromEntries(matching.map((line, index) => [String(index + 1), () => chooseLine(line.id)])),
  });
  const onDone = () => {
    setAsking(null);
    void navigate(address(null), { replace: true, preventScrollReset: true });
  };
  const chosen = lines.find(({ id }) => id === lineId) ?? null;
  return (
    <div className="flex flex-col gap-5 page-gutter py-6 max-xl:pb-28 md:py-8">
      <PageHeader
        title="Comprovantes"
        text={countText(useQueueCount('receipts'), 'comprovante pendente', 'comprovantes pendentes')}
        actions={<StatementBar statement={statement} />}
      />
      <QueueTabs aria-label="Situação dos comprovantes" tabs={tabs} current={tab} counts={counts} />
      {items.length === 0 && !proof ? (
        <EmptyState
          title={tab === 'pendentes' ? 'Fila vazia. Bom trabalho.' : 'Nada por aqui agora.'}
          text={emptyTexts[tab]}
          seed={`comprovantes-${tab}`}
        />
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6 md:grid-cols-[200px_minmax(0,1fr)] xl:grid-cols-[240px_minmax(0,1fr)_340px] 2xl:grid-cols-[280px_minmax(0,1fr)_400px]">
          <ProofQueue page={page} current={proof?.id ?? null} claims={claim.claims} address={address} />
          {proof ? (
            <>
              <StaleContent loading={navigating === 'loading'}>
                <ProofViewer key={proof.id} proof={proof} />
              </StaleContent>
              <ProofPanel
                proof={proof}
                lines={lines}
                lineId={lineId}
                claim={claim}
                shortcuts={shortcuts}
                onChoose={chooseLine}
                onAsk={setAsking}
              />
            </>
          ) : (
            <Banner className="xl:col-span-2">Este comprovante não está mais aqui.</Banner>
          )}
        </div>
      )}
      {proof && asking === 'approve' && chosen && (
        <ApprovalDialog proof={proof} line={chosen} onClose={() => setAsking(null)} onDone={onDone} />
      )}
      {proof && asking === 'reject' && (
        <RefusalDialog proof={proof} onClose={() => setAsking(null)} onDone={onDone} />
      )}
    </div>
  );
}

const emptyTexts: Record<Tab, string> = {
  pendentes: 'Comprovantes de pagamentos manuais aparecem aqui assim que chegam.',
  aprovados: 'Nenhum comprovante aprovado ainda.',
  recusados: 'Nenhum comprovante recusado.',
};

async function readProof(id: number | string) {
  try {
    return await api(getStaffPaymentProof, { params: { id } });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return null;
    throw error;
  }
}

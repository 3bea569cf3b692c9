import { listCategories } from '#contract/listings/catalogue.ts';
import { getFirstReview, getReview, listReviews } from '#contract/listings/reviews.ts';
import type { EarlyHandle } from '#web/api/reads/early-reads.ts';
import { readOf } from '#web/api/reads/early-reads.ts';
import { ListChecks } from '#web/ui/icons/icons.tsx';
import { Suspense, useEffect, useState } from 'react';
import type { ComponentProps } from 'react';
import { useNavigate, useNavigation } from 'react-router';
import { imageUrl } from '#web/api/api.ts';
import { PageError } from '#web/pages/page-error.tsx';
import { orErrorStatus } from '#web/api/load.ts';
import { standsAtBottom } from '#web/ui/page/bottom-bar.ts';
import { Banner } from '#web/ui/page/banner.tsx';
import { brandName } from '#web/ui/theme/brand.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { formatCount } from '#web/ui/data/formats.ts';
import { Sheet } from '#web/ui/overlays/sheet.tsx';
import { LoadFailure } from '#web/api/load-failure.tsx';
import type { Route } from './+types/review-page';
import type { Refusal } from './review/compose-note.ts';
import { ConnectionBanner } from './review/connection-banner.tsx';
import { loadReviews } from './review/load-reviews.ts';
import type { Decision } from './review/outbox.ts';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { StaleContent } from '#web/ui/page/stale-content.tsx';
import { ReviewContent } from './review/review-content.tsx';
import { checklist, DecisionButtons, ReviewPanel } from './review/review-panel.tsx';
import { ReviewQueue } from './review/review-queue.tsx';
import { useDecisions } from './review/use-decisions.ts';
import { ClaimBanner } from './queue/claim-banner.tsx';
import { useClaim } from './queue/use-claim.ts';
import { useShortcuts } from './shell/use-shortcuts.ts';

const loadRefusal = () =>
  import('./review/refusal-dialog.tsx').then((module) => ({ default: module.RefusalDialog }));
const RefusalDialog = lazyPart(loadRefusal);
const preloadRefusal = () => void loadRefusal().catch(() => undefined);

export const ErrorBoundary = () => <PageError title="Revisão final" thing="a fila de revisão" />;

export const handle: EarlyHandle = {
  reads: ({ search }) => {
    const asked = search.get('id');
    const id = Number(asked);
    return [
      readOf(listReviews),
      readOf(listCategories),
      ...(asked === null ? [readOf(getFirstReview)] : []),
      ...(id > 0 ? [readOf(getReview, { params: { id } })] : []),
    ];
  },
};

/** The queue and the item of the address, or the first one. An item no longer in the queue is not shown. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return orErrorStatus(loadReviews(new URL(request.url).searchParams.get('id')));
}

export function meta() {
  return [{ title: `Revisão final · Painel · ${brandName}` }];
}

/** `/dashboard/revisao`: queue, content, decision. On phones one item at a time with the queue in a sheet. */
export default function ReviewPage({ loaderData }: Route.ComponentProps) {
  const { items, total, review, categories, itemFailed, stale } = loaderData;
  const navigate = useNavigate();
  const { state: navigating } = useNavigation();
  const open = (next: number | undefined) => {
    window.scrollTo(0, 0);
    void navigate(next === undefined ? '?' : `?id=${next}`, { replace: true, preventScrollReset: true });
  };
  useEffect(preloadRefusal, []);
  const decisions = useDecisions(open);
  const [refusing, setRefusing] = useState<Refusal | null>(null);
  const [checks, setChecks] = useState<{ id: number; checked: ReadonlySet<number> }>({
    id: 0,
    checked: new Set(),
  });
  const [queueOpen, setQueueOpen] = useState(false);

  const { failed, hides } = decisions;
  const queue = items
    .filter((item) => !hides(item.id))
    .toSorted((a, b) => Number(failed.has(b.id)) - Number(failed.has(a.id)));
  const current = review && !hides(review.listing.id) ? review : null;
  const id = current?.listing.id;
  const position = queue.findIndex((item) => item.id === id);
  const nextItem = queue[position + 1] ?? queue[position - 1];
  const checked = checks.id === id ? checks.checked : new Set<number>();

  const go = (step: number) => queue[position + step] && open(queue[position + step]!.id);
  const claim = useClaim('reviews', current?.decidable ? current.listing.id : null, hides);
  const decidable = current !== null && current.decidable && claim.claimedBy === null;
  const check = (index: number) => {
    const next = new Set(checked);
    if (!next.delete(index)) next.add(index);
    setChecks({ id: id ?? 0, checked: next });
  };
  const decide = (decided: Pick<Decision, 'decision' | 'reasons' | 'note'>) => {
    if (!current || !decidable) return;
    const { id: listingId, title } = current.listing;
    decisions.decide({ id: listingId, title, revisionId: current.revision?.id, ...decided });
    setRefusing(null);
    open(nextItem?.id);
  };
  const approve = () => decide({ decision: 'approve', reasons: [], note: '' });
  const shortcuts = useShortcuts({
    j: () => go(1),
    k: () => go(-1),
    a: approve,
    s: () => decidable && setRefusing('request_changes'),
    r: () => decidable && setRefusing('reject'),
    z: decisions.undo,
    e: () => document.querySelector<HTMLElement>('[data-slot="page-on-sale"]')?.click(),
    f: () => document.querySelector<HTMLElement>('[data-slot="gallery"] button')?.click(),
    ...Object.fromEntries(checklist.map((_, index) => [String(index + 1), () => current && check(index)])),
  });

  const waiting = total - (items.length - queue.length);
  const count = formatCount(waiting, 'anúncio na fila', 'anúncios na fila');
  const connection = <ConnectionBanner waiting={decisions.waiting} stale={stale} />;
  if (queue.length === 0 && !current && !itemFailed)
    return (
      <div className="page-gutter py-5 xl:py-6">
        {connection}
        <EmptyState
          level={1}
          title="Fila vazia. Bom trabalho."
          text="Anúncios novos aparecem aqui assim que são enviados para revisão."
          seed="fila vazia"
        />
      </div>
    );

  const panel = current && {
    review: current,
    claim,
    failure: failed.get(current.listing.id),
    checked,
    shortcuts,
    onCheck: check,
    onApprove: approve,
    onRefuse: setRefusing,
    onUndo: decisions.undo,
    session: decisions.session,
  };
  const list = (
    <ReviewQueue
      items={queue}
      current={id ?? null}
      failed={failed}
      claims={claim.claims}
      onPick={() => setQueueOpen(false)}
    />
  );
  return (
    <div className="grid gap-6 page-gutter py-5 max-xl:pb-28 xl:grid-cols-[248px_minmax(0,1fr)_300px] xl:gap-8 xl:py-6 2xl:grid-cols-[280px_minmax(0,1fr)_320px]">
      {connection}
      <aside
        aria-label="Fila"
        className="xl:sticky xl:top-20 xl:max-h-[calc(100dvh-96px)] xl:self-start xl:overflow-y-auto"
      >
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 xl:pb-3">
          <h1 tabIndex={-1} className="text-h2">
            Revisão final
          </h1>
          <Sheet
            open={queueOpen}
            onOpenChange={setQueueOpen}
            title="Fila de revisão"
            description={count}
            trigger={
              <Button variant="secondary" icon={<ListChecks aria-hidden="true" />} className="h-11 xl:hidden">
                Fila ({waiting})
              </Button>
            }
          >
            {list}
          </Sheet>
        </div>
        <div className="max-xl:hidden">
          <p className="pb-2 text-sm text-ink-3 tabular-nums">{count}</p>
          {list}
        </div>
      </aside>
      <StaleContent loading={navigating === 'loading'}>
        <div className="pb-4 empty:hidden xl:hidden">
          <ClaimBanner {...claim} />
        </div>
        {current ? (
          <ReviewContent key={current.listing.id} review={current} categories={categories} />
        ) : itemFailed ? (
          <LoadFailure thing="este anúncio" />
        ) : (
          <Banner
            action={
              <Button variant="secondary" onClick={() => open(queue[0]?.id)}>
                Abrir o próximo
              </Button>
            }
          >
            {stale ? 'Este anúncio abre quando a conexão voltar.' : 'Este anúncio não está mais na fila.'}
          </Banner>
        )}
      </StaleContent>
      {panel && (
        <aside aria-label="Decisão" className="xl:sticky xl:top-20 xl:self-start">
          <ReviewPanel {...panel} />
        </aside>
      )}
      {panel && <DecisionBar {...panel} />}
      {refusing && current && (
        <Suspense>
          <RefusalDialog
            decision={refusing}
            title={current.listing.title}
            before={decisions.decisionOn(current.listing.id)}
            onClose={() => setRefusing(null)}
            onDecide={(message) => decide({ decision: refusing, ...message })}
          />
        </Suspense>
      )}
      {nextItem?.cover && <link rel="prefetch" as="image" href={imageUrl(nextItem.cover, 800)} />}
    </div>
  );
}

/** The decision at the bottom of the window, where it has no column. */
function DecisionBar(props: ComponentProps<typeof DecisionButtons>) {
  return (
    <div
      ref={standsAtBottom}
      className="fixed inset-x-0 bottom-0 z-sticky flex gap-2 border-t border-border bg-surface px-3 py-2 pb-[max(8px,env(safe-area-inset-bottom))] [--control-height:44px] xl:hidden"
    >
      <DecisionButtons {...props} />
    </div>
  );
}

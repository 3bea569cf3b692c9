import { brandName } from '#web/ui/theme/brand.ts';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import type { StaffComplaint } from '#contract/complaints/staff-complaints.ts';
import { getStaffComplaint } from '#contract/complaints/staff-complaints.ts';
import { api } from '#web/api/api.ts';
import { complaintStateLabels, nextSentence, reasonTexts } from '#web/complaints/complaint-texts.ts';
import { PageError } from '#web/pages/page-error.tsx';
import { orErrorStatus } from '#web/api/load.ts';
import { Breadcrumb } from '#web/ui/page/breadcrumb.tsx';
import { cn } from '#web/ui/styles/class-names.ts';
import { formatDateTime } from '#web/ui/data/formats.ts';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import type { Route } from './+types/complaint-case-page';
import { CaseDecision } from './complaints/case-decision.tsx';
import { CaseOrder } from './complaints/case-order.tsx';
import { OrderFacts, SimilarCases } from './complaints/case-facts.tsx';
import { SideStatements } from './complaints/side-statements.tsx';

// It is at the end of the page.
const CaseTimeline = lazyPart(() =>
  import('#web/complaints/case-timeline.tsx').then((module) => ({ default: module.CaseTimeline })),
);
// Most open cases have no decision yet.
const Decisions = lazyPart(() =>
  import('#web/complaints/decisions.tsx').then((module) => ({ default: module.Decisions })),
);

export const ErrorBoundary = () => (
  <PageError
    title="Reclamação"
    thing="a reclamação"
    missing="Esta reclamação não existe. Confira o endereço."
  />
);

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  return orErrorStatus(api(getStaffComplaint, { params: { id: params.id } }));
}

export function meta({ params }: Route.MetaArgs) {
  return [{ title: `Reclamação ${params.id} · Painel · ${brandName}` }];
}

const parts = [
  { name: 'buyer', label: 'Comprador' },
  { name: 'seller', label: 'Vendedor' },
  { name: 'order', label: 'Pedido' },
  { name: 'decision', label: 'Decisão' },
] as const;
type Part = (typeof parts)[number]['name'];
/** The parts of which something stands in the column at the side. */
const aside: readonly Part[] = ['order', 'decision'];

/** One complaint: statements and evidence of both sides, delivery and conversation, the timeline, and the decision. */
export default function ComplaintCasePage({ loaderData: found }: Route.ComponentProps) {
  const [part, setPart] = useState<Part>('buyer');
  const { label, tone } = complaintStateLabels[found.state];
  const { sentence } = nextSentence(found);
  // Phones show one part at a time; the others stay mounted, so that typed text is not lost.
  const away = (name: Part) => cn('min-w-0', part !== name && 'max-lg:hidden');
  return (
    <div className="flex flex-col gap-5 page-gutter py-6 max-lg:pb-28 md:py-8">
      <PageHeader
        above={
          <Breadcrumb
            links={[
              <Link key="all" to="/dashboard/reclamacoes">
                Reclamações
              </Link>,
            ]}
            current={`Pedido ${found.order.code}`}
          />
        }
        title={`${reasonTexts[found.reason].title}, pedido ${found.order.code}`}
        text={targetText(found) ?? sentence}
        actions={<StatusBadge tone={tone}>{label}</StatusBadge>}
      />
      <PartChoice part={part} onChoose={setPart} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_320px] xl:grid-cols-[minmax(0,1fr)_340px]">
        <div className="flex min-w-0 flex-col gap-6">
          <div
            className={cn(
              'grid grid-cols-[repeat(auto-fit,minmax(min(12rem,100%),1fr))] items-start gap-6',
              part !== 'buyer' && part !== 'seller' && 'max-lg:hidden',
            )}
          >
            <div className={away('buyer')}>
              <SideStatements found={found} side="buyer" />
            </div>
            <div className={away('seller')}>
              <SideStatements found={found} side="seller" />
            </div>
          </div>
          <div className={cn('flex flex-col gap-6', away('order'))}>
            <CaseOrder found={found} />
          </div>
          <CaseHistory found={found} />
        </div>
        <div
          className={cn(
            'flex flex-col gap-5 max-lg:order-first lg:sticky lg:top-20 lg:max-h-[calc(100dvh-14rem)] lg:overflow-y-auto',
            !aside.includes(part) && 'max-lg:hidden',
          )}
        >
          <div className={cn('empty:hidden', away('decision'))}>
            <CaseDecision key={found.state} found={found} />
          </div>
          <div className={away('order')}>
            <OrderFacts found={found} />
          </div>
          <div className={away('decision')}>
            <SimilarCases similar={found.similar} />
          </div>
        </div>
      </div>
    </div>
  );
}

function PartChoice({ part, onChoose }: { part: Part; onChoose: (part: Part) => void }) {
  return (
    <fieldset className="sticky top-14 z-sticky -mx-1 flex flex-wrap gap-1 border-b border-border bg-bg px-1 lg:hidden">
      <legend className="sr-only">Parte do caso</legend>
      {parts.map(({ name, label }) => (
        <button
          key={name}
          type="button"
          aria-pressed={part === name}
          onClick={() => onChoose(name)}
          className="min-h-11 border-b-2 border-transparent px-2 text-ui sm:px-3 text-ink-2 -outline-offset-2 aria-pressed:border-brand aria-pressed:font-semibold aria-pressed:text-ink"
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}

function targetText({ targetAt, limitAt, now, raisedAt }: Route.ComponentProps['loaderData']): string | null {
  if (!targetAt) return null;
  const target =
    targetAt < now
      ? `A meta era decidir até ${formatDateTime(targetAt)}`
      : `Decida até ${formatDateTime(targetAt)}`;
  const limit = limitAt ? `, no máximo até ${formatDateTime(limitAt)}` : '';
  return `${target}${limit}.${raisedAt ? ' Passou do prazo da equipe: só a administração decide.' : ''}`;
}

/** What was decided so far, and everything that happened. */
function CaseHistory({ found }: { found: StaffComplaint }) {
  return (
    <>
      {found.decisions.length > 0 && (
        <Suspense fallback={<Skeleton className="h-40 rounded-lg" />}>
          <Decisions complaint={found} level={2} />
        </Suspense>
      )}
      <Suspense fallback={<Skeleton className="h-60 rounded-lg" />}>
        <CaseTimeline found={found} level={2} />
      </Suspense>
    </>
  );
}

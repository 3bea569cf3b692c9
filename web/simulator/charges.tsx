import { useState } from 'react';
import type { Reply } from '#contract/endpoint.ts';
import type { getWorkbench } from '#contract/simulator/simulator.ts';
import {
  simulateCardDecision,
  simulateContestation,
  simulatePayment,
} from '#contract/simulator/simulator.ts';
import { api, ApiError } from '#web/api/api.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { EmptyInline } from '#web/ui/page/empty-state.tsx';
import { formatCents, formatDateTime } from '#web/ui/data/formats.ts';
import { StatusBadge, type Tone } from '#web/ui/data/status-badge.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';

type Charge = Reply<typeof getWorkbench>['charges'][number];

const stateLabels: Record<string, { label: string; tone: Tone }> = {
  pending: { label: 'Aberta', tone: 'warning' },
  paid: { label: 'Paga', tone: 'success' },
  expired: { label: 'Vencida', tone: 'neutral' },
  cancelled: { label: 'Cancelada', tone: 'neutral' },
  in_review: { label: 'Em análise', tone: 'info' },
  declined: { label: 'Recusada', tone: 'danger' },
  contested: { label: 'Contestada', tone: 'warning' },
  taken_back: { label: 'Devolvida pelo banco', tone: 'danger' },
};

const methodLabels: Record<Charge['method'], string> = { pix: 'Pix', card: 'Cartão', boleto: 'Boleto' };

const paymentVariants = [
  { slug: 'right', label: 'Pagar', variant: 'primary', done: 'Pagamento enviado' },
  { slug: 'less', label: 'Pagar valor menor', variant: 'secondary', done: 'Pagamento a menor enviado' },
  { slug: 'more', label: 'Pagar valor maior', variant: 'secondary', done: 'Pagamento a maior enviado' },
  { slug: 'twice', label: 'Pagar duas vezes', variant: 'secondary', done: 'Dois pagamentos enviados' },
  { slug: 'other', label: 'Outra pessoa paga', variant: 'secondary', done: 'Pago por outra pessoa' },
  { slug: 'repeated', label: 'Repetir o aviso', variant: 'secondary', done: 'Pago, com dois avisos' },
  { slug: 'silent', label: 'Pagar sem aviso', variant: 'secondary', done: 'Pago; a conciliação encontra' },
] as const;

const decisions = [
  { outcome: 'approved', label: 'Aprovar cartão', variant: 'primary' },
  { outcome: 'declined', label: 'Recusar cartão', variant: 'secondary' },
] as const;
/** What the payer's bank may do with a charge in each state (P26). */
const contestations: Record<string, readonly Contestation[]> = {
  paid: [{ to: 'open', label: 'Contestar no banco', variant: 'secondary' }],
  contested: [
    { to: 'kept', label: 'Banco mantém', variant: 'primary' },
    { to: 'lost', label: 'Banco devolve', variant: 'secondary' },
  ],
};
interface Contestation {
  to: 'open' | 'kept' | 'lost';
  label: string;
  variant: 'primary' | 'secondary';
}
type Decision = (typeof decisions)[number];
type PaymentVariant = (typeof paymentVariants)[number];

/** Charges of the simulated bank, open ones first; an expired one can still be paid late. */
export function Charges({ charges, onPaid }: { charges: readonly Charge[]; onPaid: () => void }) {
  if (charges.length === 0)
    return <EmptyInline>Nenhuma cobrança. Compre algo e ela aparece aqui.</EmptyInline>;
  const sorted = charges.toSorted((a, b) => Number(isOpen(b)) - Number(isOpen(a)));
  return (
    <ul className="flex flex-col divide-y divide-border rounded-lg border border-border bg-surface">
      {sorted.slice(0, 12).map((charge) => (
        <ChargeRow key={charge.reference} charge={charge} onPaid={onPaid} />
      ))}
    </ul>
  );
}

/** Awaits a payment or a decision of a bank. */
const isOpen = ({ state }: Charge) => ['pending', 'in_review', 'contested'].includes(state);

function ChargeRow({ charge, onPaid }: { charge: Charge; onPaid: () => void }) {
  const [paying, setPaying] = useState<string | null>(null);
  const state = stateLabels[charge.state] ?? { label: charge.state, tone: 'neutral' as const };
  const about = `${charge.code ?? charge.reference}, ${formatCents(charge.amountCents)}`;

  async function act(name: string, done: string, call: () => Promise<unknown>): Promise<void> {
    setPaying(name);
    try {
      await call();
      aviso.sucesso(done, about);
      onPaid();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      aviso.erro('O banco não aceitou', error.detail);
    } finally {
      setPaying(null);
    }
  }
  const { reference } = charge;
  const pay = (variant: PaymentVariant) =>
    act(variant.slug, variant.done, async () => {
      const body = { reference, ...variantBody(variant, charge) };
      await api(simulatePayment, { body });
      // A separate payment with its own id at the bank.
      if (variant.slug === 'twice') await api(simulatePayment, { body });
    });
  const decide = ({ outcome, label }: Decision) =>
    act(outcome, label, () => api(simulateCardDecision, { body: { reference, outcome } }));

  const contest = ({ to, label }: Contestation) =>
    act(to, label, () => api(simulateContestation, { body: { reference, to } }));

  const shown = variantsFor(charge);
  const contestable = contestations[charge.state] ?? [];
  return (
    <li className="flex flex-col gap-3 p-4">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <p className="line-clamp-2 text-ui font-semibold">{charge.title ?? charge.reference}</p>
          <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-3">
            <StatusBadge tone={state.tone} size="sm">
              {state.label}
            </StatusBadge>
            <span>{methodLabels[charge.method]}</span>
            {charge.code && <span>Pedido {charge.code}</span>}
            {formatDateTime(charge.createdAt)}
          </p>
        </div>
        <span className="shrink-0 text-ui font-semibold tabular-nums">{formatCents(charge.amountCents)}</span>
      </div>
      {charge.state === 'in_review' && (
        <div className="flex flex-wrap gap-2">
          {decisions.map((decision) => (
            <Button
              key={decision.outcome}
              variant={decision.variant}
              aria-label={`${decision.label}: ${about}`}
              loading={paying === decision.outcome}
              onClick={() => void decide(decision)}
              className="max-sm:min-w-[45%] max-sm:flex-1"
            >
              {decision.label}
            </Button>
          ))}
        </div>
      )}
      {contestable.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {contestable.map((each) => (
            <Button
              key={each.to}
              variant={each.variant}
              aria-label={`${each.label}: ${about}`}
              loading={paying === each.to}
              onClick={() => void contest(each)}
              className="max-sm:min-w-[45%] max-sm:flex-1"
            >
              {each.label}
            </Button>
          ))}
        </div>
      )}
      {shown.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {shown.map((variant) => (
            <Button
              key={variant.slug}
              variant={charge.state === 'pending' ? variant.variant : 'secondary'}
              aria-label={`${payText(charge, variant)}: ${about}`}
              loading={paying === variant.slug}
              onClick={() => void pay(variant)}
              className="max-sm:min-w-[45%] max-sm:flex-1"
            >
              {payText(charge, variant)}
            </Button>
          ))}
        </div>
      )}
    </li>
  );
}

/** Card payments are decided by the card number; other open charges can be paid in every variant, closed ones late. */
function variantsFor({ state, method }: Charge): readonly PaymentVariant[] {
  if (method === 'card' || state in contestations || state === 'taken_back') return [];
  return state === 'pending' ? paymentVariants : paymentVariants.slice(0, 1);
}

function variantBody(
  { slug }: PaymentVariant,
  { amountCents }: Charge,
): { amountCents?: number; copies?: number; payerDocument?: string } {
  if (slug === 'less') return { amountCents: Math.max(1, Math.floor(amountCents / 2)) };
  if (slug === 'more') return { amountCents: amountCents + 1_000 };
  if (slug === 'other') return { payerDocument: '52998224725' };
  if (slug === 'silent') return { copies: 0 };
  return slug === 'repeated' ? { copies: 2 } : {};
}

/** A charge that has ended is paid late, in any of the ways. */
const payText = ({ state }: Charge, { label }: PaymentVariant) =>
  state === 'pending' ? label : 'Pagar atrasado';

import type { Complaint } from '#contract/complaints/complaints.ts';
import { formatDateTime } from '#web/ui/data/formats.ts';
import { refundedBySilence, silenceRefundOutcome } from './silence-refund-texts.ts';
import { groundLabels, outcomeLine, resultLabels } from './complaint-texts.ts';

type ReaderProps = Pick<
  Complaint,
  'decisions' | 'appeals' | 'buyer' | 'seller' | 'state' | 'ending' | 'paidCents'
> &
  Partial<Pick<Complaint, 'viewerIs'>>;

/** Each decision with its grounds and rule, and the appeals between the two decisions. */
export function Decisions({ complaint, level = 3 }: { complaint: ReaderProps; level?: 2 | 3 }) {
  const { decisions, appeals, buyer, seller, state, ending, viewerIs } = complaint;
  const Heading = `h${level}` as const;
  const shared = { reader: viewerIs, Heading };
  if (decisions.length === 0) return null;
  const [first, last] = decisions;
  return (
    <section aria-label="Decisão" className="flex flex-col gap-4">
      <Decision
        title={first!.byDeadline ? 'Decidido pelo prazo' : 'Decisão da equipe'}
        decision={first!}
        {...shared}
      />
      {appeals.map((appeal) => (
        <div key={appeal.side} className="flex flex-col gap-1">
          <Heading className="text-h3">{`Recurso de @${appeal.side === 'buyer' ? buyer : seller}`}</Heading>
          <p className="text-sm text-ink-2">
            {`${groundLabels[appeal.ground]}. ${formatDateTime(appeal.at)}`}
          </p>
          <p className="max-w-measure text-body wrap-anywhere whitespace-pre-line">{appeal.words}</p>
        </div>
      ))}
      {last && (
        <Decision
          title={appeals.length > 1 ? 'Decisão dos recursos' : 'Decisão do recurso'}
          decision={last}
          paid={refundedBySilence(complaint)}
          {...shared}
        />
      )}
      {state === 'closed' && (ending === 'appeal_decided' || ending === 'decided') && (
        <p className="text-sm text-ink-2">
          {viewerIs
            ? 'Esta decisão encerra o caso no site. Se não concorda, você pode procurar o PROCON do seu estado, o consumidor.gov.br ou a Justiça.'
            : 'Esta decisão encerra o caso no site.'}
        </p>
      )}
    </section>
  );
}

interface DecisionProps {
  title: string;
  decision: Complaint['decisions'][number];
  /** The side that reads it; undefined for staff. */
  reader: Complaint['viewerIs'] | undefined;
  /** The seller's silence had already refunded the buyer (R04). */
  paid?: boolean;
  Heading: 'h2' | 'h3';
}

function Decision({ title, decision, reader, paid = false, Heading }: DecisionProps) {
  return (
    <div className="flex flex-col gap-2 rounded-lg bg-surface-2 p-4">
      <Heading className="text-h3">{`${title}: ${resultLabels[decision.result].toLowerCase()}`}</Heading>
      <p className="text-ui font-medium">
        {paid ? silenceRefundOutcome(decision, reader) : outcomeLine({ ...decision, ending: null }, reader)}
      </p>
      <p className="max-w-measure text-body wrap-anywhere whitespace-pre-line">{decision.grounds}</p>
      <p className="text-sm text-ink-2">{`${decision.rule}. ${formatDateTime(decision.at)}`}</p>
    </div>
  );
}

import type { Complaint } from '#contract/complaints.ts';
import { formatDateTime } from '#web/ui/formats.ts';
import { groundWords, outcomeLine, resultWords } from './complaint-words.ts';

type Told = Pick<Complaint, 'decisions' | 'appeals' | 'buyer' | 'seller' | 'state' | 'ending'>;

/** What was decided, on what grounds and by which rule; the appeals between the two decisions. */
export function Decisions({ complaint }: { complaint: Told }) {
  const { decisions, appeals, buyer, seller, state, ending } = complaint;
  if (decisions.length === 0) return null;
  const [first, last] = decisions;
  return (
    <section aria-label="Decisão" className="flex flex-col gap-4">
      <Decision title={first!.byDeadline ? 'Decidido pelo prazo' : 'Decisão da equipe'} decision={first!} />
      {appeals.map((appeal) => (
        <div key={appeal.side} className="flex flex-col gap-1">
          <h3 className="text-h3">{`Recurso de @${appeal.side === 'buyer' ? buyer : seller}`}</h3>
          <p className="text-sm text-ink-2">
            {`${groundWords[appeal.ground]}. ${formatDateTime(appeal.at)}`}
          </p>
          <p className="max-w-measure text-body wrap-anywhere whitespace-pre-line">{appeal.words}</p>
        </div>
      ))}
      {last && (
        <Decision
          title={appeals.length > 1 ? 'Decisão dos recursos' : 'Decisão do recurso'}
          decision={last}
        />
      )}
      {state === 'closed' && (ending === 'appeal_decided' || ending === 'decided') && (
        <p className="text-sm text-ink-2">
          Esta decisão é final dentro da praça. Se não concorda, você pode procurar o PROCON do seu estado, o
          consumidor.gov.br ou a Justiça.
        </p>
      )}
    </section>
  );
}

function Decision({ title, decision }: { title: string; decision: Complaint['decisions'][number] }) {
  return (
    <div className="flex flex-col gap-2 rounded-lg bg-surface-2 p-4">
      <h3 className="text-h3">{`${title}: ${resultWords[decision.result].toLowerCase()}`}</h3>
      <p className="text-ui font-medium">{outcomeLine({ ...decision, ending: null })}</p>
      <p className="max-w-measure text-body wrap-anywhere whitespace-pre-line">{decision.grounds}</p>
      <p className="text-sm text-ink-2">{`${decision.rule}. ${formatDateTime(decision.at)}`}</p>
    </div>
  );
}

import { useRevalidator } from 'react-router';
import { decideReport } from '#contract/community/reports.ts';
import { useSubmission } from '#web/api/submission.ts';
import { reportReasonLabels } from '#web/labels.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { formatCount } from '#web/ui/data/formats.ts';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { DecisionDialog } from '../queue/decision-dialog.tsx';
import type { StaffReport } from './reports-table.tsx';

export interface ReportDecisionProps {
  report: StaffReport;
  decision: 'procede' | 'nao-procede';
  onClose: () => void;
}

const formId = 'decisao-denuncia';

/** One decision for all open reports of the same item; everyone who reported it reads the note. */
export function ReportDecision({ report, decision, onClose }: ReportDecisionProps) {
  const { revalidate } = useRevalidator();
  const upheld = decision === 'procede';
  const { formProps, errors, problem, pending } = useSubmission(decideReport, {
    params: { id: report.id },
    read: (form) => ({
      decision: upheld ? ('uphold' as const) : ('dismiss' as const),
      note: String(form.get('note') ?? '').trim(),
    }),
    onDone: async ({ decided }) => {
      aviso.sucesso(
        'Denúncia decidida',
        formatCount(decided, 'pessoa foi avisada.', 'pessoas foram avisadas.'),
      );
      onClose();
      await revalidate();
    },
  });
  return (
    <DecisionDialog
      inAddress
      title={upheld ? 'A denúncia procede?' : 'A denúncia não procede?'}
      description={consequenceOf(report, upheld)}
      formId={formId}
      formProps={formProps}
      problem={problem}
      pending={pending}
      keepLabel="Voltar"
      decideLabel={upheld ? 'Decidir que procede' : 'Decidir que não procede'}
      tone={upheld ? 'danger' : 'primary'}
      onClose={onClose}
    >
      <p className="rounded-lg bg-surface-2 p-4 text-body break-words whitespace-pre-line">
        <strong className="font-semibold">{report.target.words}</strong>
        {`\n${reportReasonLabels[report.reason]}`}
        {report.text && `: ${report.text}`}
      </p>
      <SurroundingMessages messages={report.target.around} />
      <Field
        label="Explicação"
        error={errors.note}
        announceError
        hint="É isto que lê quem denunciou. Não conte nada da outra pessoa."
      >
        <Textarea name="note" limit={1000} />
      </Field>
    </DecisionDialog>
  );
}

/** The messages around a reported one. */
function SurroundingMessages({ messages }: { messages: StaffReport['target']['around'] }) {
  if (messages.length < 2) return null;
  return (
    <section aria-labelledby="em-volta" className="flex flex-col gap-2">
      <h3 id="em-volta" className="text-ui font-semibold">
        Na conversa
      </h3>
      <ol className="flex flex-col gap-1 text-sm break-words">
        {messages.map(({ by, text, files, reported }, index) => (
          <li key={index} className={reported ? 'border-l-4 border-danger pl-3' : 'pl-4 text-ink-2'}>
            <strong className="font-semibold">@{by}</strong>
            {reported && ' (denunciada)'}: {text}
            {files > 0 && ` ${formatCount(files, 'arquivo', 'arquivos')}`}
          </li>
        ))}
      </ol>
    </section>
  );
}

function consequenceOf({ target, independent }: StaffReport, upheld: boolean): string {
  const all = independent > 1 ? 'Vale para todas as denúncias abertas do mesmo item. ' : '';
  if (!upheld && target.kind === 'listing')
    return `${all}Se o anúncio saiu do ar por causa delas, ele volta a ser vendido.`;
  if (!upheld) return `${all}Nada muda no que foi denunciado.`;
  if (target.kind === 'question') return `${all}A pergunta fica oculta.`;
  if (target.kind === 'rating')
    return `${all}A avaliação sai da página e da nota, e quem escreveu fica sabendo do motivo.`;
  if (target.kind === 'message')
    return 'A mensagem some da conversa dos dois lados, e quem escreveu fica sabendo do motivo. As palavras continuam guardadas como prova do pedido.';
  const place = target.kind === 'listing' ? 'em Anúncios' : 'em Usuários';
  return `${all}A medida contra ${target.kind === 'listing' ? 'o anúncio' : 'a pessoa'} você decide depois, ${place}.`;
}

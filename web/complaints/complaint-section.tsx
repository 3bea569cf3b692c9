import type { Complaint } from '#contract/complaints/complaints.ts';
import { Card } from '#web/ui/cards/card.tsx';
import { formatDateTime } from '#web/ui/data/formats.ts';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { AnswerForm } from './answer-form.tsx';
import { CaseActions } from './case-actions.tsx';
import { complaintStateLabels, nextSentence, reasonTexts, requestLabels } from './complaint-texts.ts';
import { Decisions } from './decisions.tsx';
import { EvidenceList } from './evidence-list.tsx';
import { EvidenceUpload } from './evidence-upload.tsx';
import { mayDo } from './may-do.ts';
import { Proposals } from './proposals.tsx';
import { Requests } from './requests.tsx';
import { CaseTimeline } from './case-timeline.tsx';

/** A complaint on the order's page for either side: next step, history and available actions. */
export function ComplaintSection({ complaint }: { complaint: Complaint }) {
  const { state, buyer, viewerIs } = complaint;
  const { label, tone } = complaintStateLabels[state];
  const { sentence, otherwise } = nextSentence(complaint, viewerIs);
  const answering = mayDo(complaint, 'answer');
  return (
    <Card id="reclamacao" className="flex scroll-mt-20 flex-col gap-6">
      <header className="flex flex-col gap-2">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="text-h2">Reclamação</h2>
          <StatusBadge tone={tone}>{label}</StatusBadge>
        </div>
        <p className="text-body font-medium">{sentence}</p>
        {otherwise && <p className="text-sm text-ink-2">{otherwise}</p>}
      </header>
      {answering && <AnswerForm complaint={complaint} />}
      <Requests complaint={complaint} />
      <Decisions complaint={complaint} />
      <Proposals complaint={complaint} />
      <CaseActions complaint={complaint} />
      <div className="flex flex-col gap-2 border-t border-border pt-5">
        <h3 className="text-h3">{reasonTexts[complaint.reason].title}</h3>
        <p className="text-sm text-ink-2">
          {`${viewerIs === 'buyer' ? 'Você' : `@${buyer}`} em ${formatDateTime(complaint.openedAt)}. Espera: ${requestLabels[complaint.wish].toLowerCase()}.`}
        </p>
        <p className="max-w-measure text-body wrap-anywhere whitespace-pre-line">{complaint.words}</p>
      </div>
      <EvidenceList complaint={complaint} />
      {mayDo(complaint, 'add_file') && <EvidenceUpload complaint={complaint} />}
      <CaseTimeline found={complaint} />
    </Card>
  );
}

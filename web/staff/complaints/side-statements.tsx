import { Suspense } from 'react';
import type { StaffComplaint } from '#contract/complaints/staff-complaints.ts';
import { proposalLine, requestLabels } from '#web/complaints/complaint-texts.ts';
import { StaffRequest } from '#web/complaints/requests.tsx';
import type { ComplaintSide } from '#domain/complaints/complaints.ts';
import { Card } from '#web/ui/cards/card.tsx';
import { formatDateTime } from '#web/ui/data/formats.ts';
import type { ComplaintFile } from '#contract/complaints/case.ts';
import { openStaffComplaintFile } from '#contract/complaints/staff-complaints.ts';
import { api } from '#web/api/api.ts';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { Skeleton } from '#web/ui/page/skeleton.tsx';

const FileViewer = lazyPart(() =>
  import('#web/complaints/file-viewer.tsx').then((module) => ({ default: module.FileViewer })),
);

/** Everything one side submitted: statements, proposals, answers, evidence. */
export function SideStatements({ found, side }: { found: StaffComplaint; side: ComplaintSide }) {
  const name = `@${side === 'buyer' ? found.buyer : found.seller}`;
  const requests = found.requests.filter((each) => each.side === side);
  return (
    <Card className="flex min-w-0 flex-col gap-5">
      <h2 className="text-h2 wrap-anywhere">{`${side === 'buyer' ? 'Comprador' : 'Vendedor'} diz`}</h2>
      <p className="-mt-4 text-sm text-ink-2">{name}</p>
      <Statements found={found} side={side} />
      <Proposed found={found} side={side} />
      {requests.length > 0 && (
        <section aria-label={`Perguntas a ${name}`} className="flex flex-col gap-3">
          <h3 className="text-h3">A equipe perguntou</h3>
          {requests.map((request) => (
            <StaffRequest key={request.id} complaint={found} request={request} />
          ))}
        </section>
      )}
      <section aria-label={`Provas de ${name}`} className="flex flex-col gap-3">
        <h3 className="text-h3">Provas</h3>
        <EvidenceViewer complaintId={found.id} files={found.files.filter((file) => file.side === side)} />
      </section>
    </Card>
  );
}

function Statements({ found, side }: { found: StaffComplaint; side: ComplaintSide }) {
  if (side === 'buyer')
    return (
      <div className="flex flex-col gap-1">
        <p className="text-sm text-ink-2">{`${formatDateTime(found.openedAt)}. Espera: ${requestLabels[found.wish].toLowerCase()}.`}</p>
        <p className="text-body wrap-anywhere whitespace-pre-line">{found.words}</p>
      </div>
    );
  const answers = found.timeline.filter(({ event }) => event === 'answer' || event === 'fulfil');
  if (answers.length === 0)
    return (
      <p className="text-sm text-ink-2">
        {found.state === 'open' && found.due
          ? `O vendedor pode responder até ${formatDateTime(found.due.at)}.`
          : 'O vendedor não deu sua versão.'}
      </p>
    );
  return answers.map(({ at, words }) => (
    <div key={at} className="flex flex-col gap-1">
      <p className="text-sm text-ink-2">{formatDateTime(at)}</p>
      <p className="text-body wrap-anywhere whitespace-pre-line">{words}</p>
    </div>
  ));
}

function Proposed({ found, side }: { found: StaffComplaint; side: ComplaintSide }) {
  const own = found.proposals.filter((proposal) => proposal.side === side);
  if (own.length === 0) return null;
  return (
    <section aria-label="Propostas" className="flex flex-col gap-2">
      <h3 className="text-h3">Propôs</h3>
      <ul className="flex flex-col gap-1 text-ui">
        {own.map((proposal) => (
          <li key={proposal.id}>{proposalLine(proposal)}</li>
        ))}
      </ul>
    </section>
  );
}

/** Evidence for staff; each opening is recorded by name. */
function EvidenceViewer({ complaintId, files }: { complaintId: number; files: readonly ComplaintFile[] }) {
  return (
    <Suspense fallback={<Skeleton className="h-20 rounded-lg" />}>
      <FileViewer
        files={files}
        open={(fileId) => api(openStaffComplaintFile, { params: { id: complaintId, fileId } })}
      />
    </Suspense>
  );
}

import { useState } from 'react';
import { makeStaffDossier } from '#contract/dossiers/dossiers.ts';
import type { DossierFiles } from '#contract/dossiers/dossiers.ts';
import type { TeamReader } from '#domain/dossiers/readers.ts';
import { useSubmission } from '#web/api/submission.ts';
import { useSession } from '#web/session.tsx';
import { ReasonDialog } from '#web/staff/orders/reason-dialog.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/cards/card.tsx';
import { DossierFilesPart } from './dossier-files.tsx';

const dialogs: Record<TeamReader, { title: string; description: string }> = {
  staff: {
    title: 'Dossiê para a equipe',
    description:
      'Tem a conversa, o texto da entrega e os endereços de rede, sem nomes civis. Não sai do site.',
  },
  authority: {
    title: 'Dossiê para uma autoridade',
    description:
      'Para o banco, o Procon ou a Justiça. Tem nome civil e documento das partes, a conversa e os endereços de rede.',
  },
};

/** The team makes the dossier of an order for itself or for an authority, with a reason (N07). */
export function StaffDossierCard({ hash }: { hash: string }) {
  const { user } = useSession();
  const [reader, setReader] = useState<TeamReader | null>(null);
  const [files, setFiles] = useState<DossierFiles | null>(null);
  return (
    <Card className="flex flex-col gap-3">
      <h2 className="text-h3">Dossiê</h2>
      <p className="text-sm text-ink-2">
        O pedido inteiro em PDF e em um arquivo assinado. Quem fez, para quem e o motivo ficam no registro de
        ações.
      </p>
      {files && <DossierFilesPart files={files} />}
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => setReader('staff')}>
          Para a equipe
        </Button>
        {user.role.slug === 'admin' && (
          <Button variant="secondary" onClick={() => setReader('authority')}>
            Para uma autoridade
          </Button>
        )}
      </div>
      {reader && (
        <MakeDialog
          hash={hash}
          reader={reader}
          onClose={() => setReader(null)}
          onMade={(made) => {
            setFiles(made);
            setReader(null);
          }}
        />
      )}
    </Card>
  );
}

function MakeDialog({
  hash,
  reader,
  onClose,
  onMade,
}: {
  hash: string;
  reader: TeamReader;
  onClose: () => void;
  onMade: (files: DossierFiles) => void;
}) {
  const submission = useSubmission(makeStaffDossier, {
    params: { hash },
    read: (form) => ({ reader, reason: String(form.get('reason') ?? '') }),
    onDone: onMade,
  });
  return (
    <ReasonDialog
      {...dialogs[reader]}
      hint="Quem pediu, e para quê."
      confirmLabel="Gerar dossiê"
      submission={submission}
      onClose={onClose}
    />
  );
}

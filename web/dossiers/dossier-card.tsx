import { useState } from 'react';
import { makeDossier } from '#contract/dossiers/dossiers.ts';
import type { DossierFiles } from '#contract/dossiers/dossiers.ts';
import { api } from '#web/api/api.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/cards/card.tsx';
import { DossierFilesPart } from './dossier-files.tsx';

/** One click makes the dossier of the order for this side (N07). */
export function DossierCard({ hash }: { hash: string }) {
  const [files, setFiles] = useState<DossierFiles | null>(null);
  const { pending, problem, run } = useAction();
  const make = () => run(async () => setFiles(await api(makeDossier, { params: { hash } })));
  return (
    <Card className="flex flex-col gap-3 print:hidden">
      <h2 className="text-h2">Dossiê</h2>
      <p className="text-sm text-ink-2">
        Tudo o que ficou registrado deste pedido, em PDF e em um arquivo assinado: para o banco, o Procon ou a
        Justiça.
      </p>
      <ProblemBanner problem={problem} />
      {files && <DossierFilesPart files={files} />}
      <Button
        variant={files ? 'quiet' : 'secondary'}
        className="self-start"
        loading={pending}
        onClick={() => void make()}
      >
        {files ? 'Gerar de novo' : 'Gerar dossiê'}
      </Button>
    </Card>
  );
}

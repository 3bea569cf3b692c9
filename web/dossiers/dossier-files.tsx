import type { DossierFiles } from '#contract/dossiers/dossiers.ts';
import { savePdf } from '#web/shipping/save-pdf.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { CopyButton } from '#web/ui/buttons/copy-button.tsx';
import { formatDateTime } from '#web/ui/data/formats.ts';

/** The two files of a dossier that was just made, and the hash by which they belong together. */
export function DossierFilesPart({ files }: { files: DossierFiles }) {
  return (
    <div className="flex flex-col gap-3">
      <output className="text-sm text-ink-2">
        Dossiê de {formatDateTime(files.madeAt)} pronto. Guarde os dois arquivos: o PDF é para ler, e o JSON
        tem a assinatura que prova que nada mudou.
      </output>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => savePdf(files.pdf, files.name)}>Baixar PDF</Button>
        <Button variant="secondary" onClick={() => saveJson(files)}>
          Baixar JSON
        </Button>
      </div>
      <p className="text-xs break-all text-ink-3">Código de conferência (SHA-256): {files.sha256}</p>
      <CopyButton text={files.sha256} label="Copiar código" className="self-start" />
    </div>
  );
}

function saveJson({ json, name }: DossierFiles): void {
  const url = URL.createObjectURL(new Blob([json], { type: 'application/json' }));
  Object.assign(document.createElement('a'), { href: url, download: `${name}.json` }).click();
  URL.revokeObjectURL(url);
}

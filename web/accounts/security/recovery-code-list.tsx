import { Download, Printer } from '#web/ui/icons/icons.tsx';
import { useState } from 'react';
import { useSession } from '#web/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { CopyButton } from '#web/ui/buttons/copy-button.tsx';
import { codesText, spacedCode } from './recovery-codes.ts';

interface RecoveryCodeListProps {
  codes: readonly string[];
  onConfirmed: () => void;
}

/** The recovery codes, which are shown only once; the person must confirm to have saved them. */
export function RecoveryCodeList({ codes, onConfirmed }: RecoveryCodeListProps) {
  const { user } = useSession();
  const [saved, setSaved] = useState(false);
  const text = codesText(codes, user.username);
  return (
    <div className="flex flex-col gap-5">
      <p className="text-body text-ink-2">
        Cada código funciona uma vez, quando você estiver sem o aplicativo ou a chave. Não vamos mostrar de
        novo.
      </p>
      <ol
        aria-label="Códigos reserva"
        data-print="codes"
        className="grid grid-cols-2 gap-x-4 gap-y-2 rounded-lg border border-border bg-surface-2 p-4 font-mono text-body"
      >
        {codes.map((code) => (
          <li key={code} className="text-center whitespace-nowrap">
            {spacedCode(code)}
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2 print:hidden">
        <CopyButton text={text} label="Copiar códigos" copiedLabel="Códigos copiados" />
        <Button variant="secondary" icon={<Download aria-hidden="true" />} onClick={() => download(text)}>
          Baixar códigos
        </Button>
        <Button variant="secondary" icon={<Printer aria-hidden="true" />} onClick={() => window.print()}>
          Imprimir códigos
        </Button>
      </div>
      <div className="flex flex-col gap-3 border-t border-border pt-4 print:hidden">
        <Checkbox checked={saved} onCheckedChange={setSaved}>
          Guardei os códigos
        </Checkbox>
        <Button
          full
          disabledReason={saved ? undefined : 'Guarde os códigos e marque «Guardei os códigos».'}
          onClick={onConfirmed}
        >
          Concluir
        </Button>
      </div>
    </div>
  );
}

function download(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'praca-codigos-reserva.txt';
  link.click();
  URL.revokeObjectURL(url);
}

import { Download, Minus, Plus, RotateCw } from '#web/ui/icons/icons.tsx';
import { useState } from 'react';
import type { Reply } from '#contract/endpoint.ts';
import type { getStaffPaymentProof } from '#contract/payments/payment-proofs.ts';
import { Banner } from '#web/ui/page/banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';

export type StaffPaymentProof = Reply<typeof getStaffPaymentProof>;

const zooms = [1, 1.5, 2, 3] as const;

/** The proof's file. An image can be enlarged and rotated here; a PDF is downloaded and opened outside the site. */
export function ProofViewer({ proof }: { proof: StaffPaymentProof }) {
  const [zoom, setZoom] = useState(0);
  const [quarterTurns, setQuarterTurns] = useState(0);
  const [broken, setBroken] = useState(false);
  const { url, isPicture } = proof.file;
  if (!isPicture || broken)
    return (
      <Banner
        tone={broken ? 'warning' : 'info'}
        action={
          <Button asChild variant="secondary">
            <a href={url} download>
              <Download aria-hidden="true" /> {isPicture ? 'Baixar arquivo' : 'Baixar PDF'}
            </a>
          </Button>
        }
      >
        {broken
          ? 'Não abriu. Baixe o arquivo.'
          : 'Este comprovante é um PDF. Baixe e confira ao lado dos lançamentos do extrato.'}
      </Banner>
    );
  return (
    <figure className="flex flex-col gap-2">
      <section
        aria-label="Comprovante"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
        className="h-[60dvh] overflow-auto rounded-lg border border-border bg-surface-2 xl:h-[calc(100dvh-290px)] xl:min-h-96"
      >
        <img
          src={url}
          alt={`Comprovante enviado por ${proof.payerName}`}
          onError={() => setBroken(true)}
          className="mx-auto object-contain"
          style={{
            width: zoom === 0 ? '100%' : `${zooms[zoom]! * 100}%`,
            height: zoom === 0 ? '100%' : 'auto',
            maxWidth: 'none',
            transform: `rotate(${quarterTurns * 90}deg)`,
          }}
        />
      </section>
      <figcaption className="flex items-center gap-1">
        <IconButton
          label="Diminuir"
          icon={<Minus aria-hidden="true" />}
          onClick={() => setZoom(Math.max(0, zoom - 1))}
        />
        <IconButton
          label="Aumentar"
          icon={<Plus aria-hidden="true" />}
          onClick={() => setZoom(Math.min(zooms.length - 1, zoom + 1))}
        />
        <IconButton
          label="Girar"
          icon={<RotateCw aria-hidden="true" />}
          onClick={() => setQuarterTurns(quarterTurns + 1)}
        />
        <span className="ml-2 text-sm text-ink-3 tabular-nums">{Math.round(zooms[zoom]! * 100)}%</span>
      </figcaption>
    </figure>
  );
}

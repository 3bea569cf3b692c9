import { Smartphone } from '#web/ui/icons/icons.tsx';
import { Suspense } from 'react';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { CopyButton } from '#web/ui/buttons/copy-button.tsx';
import { formatCount, formatTime } from '#web/ui/data/formats.ts';
import { Sheet } from '#web/ui/overlays/sheet.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import type { PhotoLinkProps } from './use-photo-link.ts';
import { usePhotoLink } from './use-photo-link.ts';

const QrCode = lazyPart(() => import('qrcode.react').then((module) => ({ default: module.QRCodeSVG })));

interface PhoneSheetProps extends PhotoLinkProps {
  open: boolean;
  onClose: () => void;
}

/**
 * «Enviar fotos pelo celular»: a QR code for the phone, and the photos received. After the sheet closes, photos are
 * still received.
 */
export function PhoneSheet({ open, onClose, ...arriving }: PhoneSheetProps) {
  const phone = usePhotoLink(open, arriving);
  const { url, link, arrived, problem } = phone;
  const receivedText =
    arrived > 0 && `${formatCount(arrived, 'foto chegou', 'fotos chegaram')} pelo celular.`;
  const ended = link !== null && !link.open;
  return (
    <>
      <output className="sr-only">
        {link?.open && link.claimed && 'Celular conectado.'} {receivedText}
      </output>
      <Sheet open={open} onOpenChange={(next) => !next && onClose()} title="Enviar fotos pelo celular">
        <div className="flex flex-col items-start gap-5">
          <ProblemBanner problem={problem} />
          {ended && (
            <p className="text-body">
              {link.claimed ? 'O celular foi desconectado.' : 'Este QR code venceu.'} {receivedText}
            </p>
          )}
          {link?.open && link.claimed && <Claimed came={receivedText || null} />}
          {!ended && !link?.claimed && !problem && <Waiting url={url} expiresAt={link?.expiresAt ?? null} />}
          {link?.open && link.claimed && (
            <Button variant="secondary" onClick={phone.end}>
              Desconectar o celular
            </Button>
          )}
          {(ended || problem) && <Button onClick={phone.begin}>Gerar outro QR code</Button>}
        </div>
      </Sheet>
    </>
  );
}

function Waiting({ url, expiresAt }: { url: string | null; expiresAt: string | null }) {
  return (
    <>
      <p className="text-body text-ink-2">
        Aponte a câmera do celular para este QR code e abra o link. Não precisa entrar na conta.
      </p>
      <div className="flex size-62 items-center justify-center self-center rounded-lg border border-border bg-photo-ink p-1 text-qr-ink">
        <Suspense fallback={<Skeleton className="size-58" />}>
          {url ? (
            <QrCode
              value={url}
              size={232}
              marginSize={2}
              fgColor="currentColor"
              bgColor="transparent"
              title="QR code para enviar fotos pelo celular"
            />
          ) : (
            <Skeleton className="size-58" />
          )}
        </Suspense>
      </div>
      <p className="text-sm text-ink-2">
        {expiresAt && `Vale até ${formatTime(expiresAt)}, para um celular só. `}
        Quem abrir só pode pôr fotos neste rascunho.
      </p>
      {url && <CopyButton text={url} label="Copiar link" copiedLabel="Link copiado" />}
    </>
  );
}

function Claimed({ came }: { came: string | null }) {
  return (
    <div className="flex items-center gap-4 rounded-lg bg-surface-2 p-4">
      <Smartphone aria-hidden="true" className="size-8 shrink-0 text-brand" />
      <div>
        <p className="text-ui font-semibold">Celular conectado</p>
        <p className="text-sm text-ink-2">
          {came ?? 'As fotos aparecem aqui assim que forem enviadas.'} Você pode fechar esta janela e
          continuar o anúncio.
        </p>
      </div>
    </div>
  );
}

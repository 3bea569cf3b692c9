import { Suspense } from 'react';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { handoverPath } from './handover-path.ts';

const QrCode = lazyPart(() => import('qrcode.react').then((module) => ({ default: module.QRCodeSVG })));

/** S12: the buyer's six digits, large, and as a QR code that opens the seller's page with the digits filled in. */
export function PickupCode({ hash, code }: { hash: string; code: string }) {
  return (
    <div className="flex flex-wrap items-center gap-x-8 gap-y-4">
      <div>
        <p className="text-sm text-ink-2">Seu código de retirada</p>
        <p className="text-price-xl tracking-wider">
          <span className="sr-only">{[...code].join(' ')}</span>
          <span aria-hidden="true">{`${code.slice(0, 3)} ${code.slice(3)}`}</span>
        </p>
        <p className="mt-1 max-w-measure text-sm font-semibold text-ink">
          Mostre só quando receber: com ele, a entrega está feita.
        </p>
      </div>
      <div className="flex size-44 items-center justify-center rounded-lg border border-border bg-photo-ink p-1 text-qr-ink">
        <Suspense fallback={<Skeleton className="size-40" />}>
          <QrCode
            value={`${location.origin}${handoverPath(hash, code)}`}
            size={160}
            marginSize={2}
            fgColor="currentColor"
            bgColor="transparent"
            title="QR code do seu código de retirada"
          />
        </Suspense>
      </div>
    </div>
  );
}

import { Camera, CircleAlert, CircleCheck, RotateCcw } from '#web/ui/icons/icons.tsx';
import { useEffect, useState } from 'react';
import type { PhoneDraft } from '#contract/listings/photo-links.ts';
import type { ApiError } from '#web/api/api.ts';
import { FileDrop } from '#web/ui/forms/file-drop.tsx';
import { formatCount } from '#web/ui/data/formats.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { ProgressBar } from '#web/ui/page/progress-bar.tsx';
import type { PhonePhoto } from './use-phone-uploads.ts';
import { usePhoneUploads } from './use-phone-uploads.ts';

interface PhoneUploadsProps {
  draft: PhoneDraft;
  onDraft: (draft: PhoneDraft) => void;
  /** The link has ended. */
  onEnded: (problem: ApiError) => void;
  onBusy: (busy: boolean) => void;
}

/** Takes or chooses photos, and shows the progress of each. */
export function PhoneUploads({ draft, onDraft, onEnded, onBusy }: PhoneUploadsProps) {
  const { photos, add, retry } = usePhoneUploads({ onDraft, onEnded });
  const [refused, setRefused] = useState<{ file: File; reason: string }[]>([]);
  const [excessCount, setExcessCount] = useState(0);
  const busy = photos.some(({ state }) => state === 'waiting' || state === 'sending');
  const uploading = photos.filter(({ state }) => state !== 'done').length;
  const room = Math.max(0, draft.max - draft.photos - uploading);
  const sent = photos.filter(({ state }) => state === 'done').length;
  useEffect(() => onBusy(busy), [busy, onBusy]);
  return (
    <>
      {room > 0 ? (
        <FileDrop
          label="Tirar ou escolher fotos"
          accept="image/*"
          maxBytes={40 * 1_048_576}
          wrongType="Envie só imagens."
          multiple
          onRefused={setRefused}
          onFiles={(files) => {
            setExcessCount(Math.max(0, files.length - room));
            add(files.slice(0, room));
          }}
          className="px-4 py-8"
        >
          <span className="flex flex-col items-center gap-1.5 text-center">
            <Camera aria-hidden="true" className="size-7 text-brand" />
            <span className="text-ui font-semibold text-brand">Tirar ou escolher fotos</span>
            <span className="text-sm text-ink-2 tabular-nums">
              {draft.photos} de {formatCount(draft.max, 'foto', 'fotos')} no anúncio
            </span>
          </span>
        </FileDrop>
      ) : (
        <p className="rounded-lg bg-surface-2 p-4 text-ui">
          {uploading > 0 ? 'Não cabem mais fotos além destas.' : `O anúncio já tem ${draft.max} fotos.`}
        </p>
      )}
      <div role="alert" className="text-sm font-medium text-danger empty:hidden">
        {refused.map(({ file, reason }) => (
          <p key={file.name}>{`${file.name}: ${reason}`}</p>
        ))}
        {excessCount > 0 && (
          <p>
            Cabem {formatCount(draft.max, 'foto', 'fotos')}: {formatCount(excessCount, 'ficou', 'ficaram')} de
            fora.
          </p>
        )}
      </div>
      {photos.length > 0 && (
        <ul aria-label="Fotos deste celular" className="flex flex-col gap-2">
          {photos.map((photo, place) => (
            <Row key={photo.name} photo={photo} number={place + 1} onRetry={() => retry(photo.name)} />
          ))}
        </ul>
      )}
      <output className="sr-only">
        {photos.length > 0 && `${sent} de ${formatCount(photos.length, 'foto enviada', 'fotos enviadas')}`}
      </output>
    </>
  );
}

function Row({ photo, number, onRetry }: { photo: PhonePhoto; number: number; onRetry: () => void }) {
  const { state, src, progress, error } = photo;
  return (
    <li className="flex items-center gap-3 rounded-md border border-border bg-surface p-2">
      <img src={src} alt="" className="size-14 shrink-0 rounded-sm bg-surface-2 object-cover" />
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-1.5 text-ui">
          Foto {number}
          {state === 'done' && <CircleCheck aria-hidden="true" className="size-4.5 text-success" />}
          {state === 'failed' && <CircleAlert aria-hidden="true" className="size-4.5 text-danger" />}
        </p>
        {state === 'failed' ? (
          <p className="text-sm text-danger">{error}</p>
        ) : (
          <p className="text-sm text-ink-2 tabular-nums">{stateText(photo)}</p>
        )}
        {state === 'sending' && (
          <ProgressBar value={progress * 100} label={`Enviando a foto ${number}`} className="mt-1.5" />
        )}
      </div>
      {state === 'failed' && (
        <IconButton
          label={`Tentar enviar a foto ${number} de novo`}
          icon={<RotateCcw aria-hidden="true" />}
          onClick={onRetry}
        />
      )}
    </li>
  );
}

function stateText({ state, progress }: PhonePhoto): string {
  if (state === 'sending') return `Enviando, ${Math.round(progress * 100)}%`;
  return state === 'done' ? 'Enviada' : 'Na fila';
}

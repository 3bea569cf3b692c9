import { CircleAlert } from '#web/ui/icons/icons.tsx';
import type { Account } from '#contract/accounts/account.ts';
import { Avatar } from '#web/ui/cards/avatar.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { FileDrop } from '#web/ui/forms/file-drop.tsx';
import { ProgressBar } from '#web/ui/page/progress-bar.tsx';
import { portraitRules, usePortrait } from './use-portrait.ts';

/** The profile photo: chosen or dropped, with a square preview, progress and retry. */
export function Portrait({ account }: { account: Account }) {
  const { preview, progress, refusal, canRetry, choose, refuse, retry } = usePortrait();
  const sending = progress !== null;
  return (
    <div className="flex flex-wrap items-center gap-5">
      {preview ? (
        <img
          src={preview}
          alt="Sua foto nova, como vai aparecer"
          className="size-24 rounded-lg border border-border object-cover"
        />
      ) : (
        <Avatar name={account.username} src={account.image} size={96} alt="Sua foto de agora" />
      )}
      <div className="flex min-w-[min(100%,14rem)] flex-1 flex-col gap-2">
        <div className="flex flex-wrap items-center gap-2">
          <FileDrop
            label="Escolher foto"
            {...portraitRules}
            disabled={sending}
            onFiles={([file]) => file && choose(file)}
            onRefused={([first]) => refuse(first?.reason ?? null)}
            className="inline-flex min-h-control items-center rounded-md border-solid px-5 text-ui font-semibold"
          >
            {sending ? 'Enviando foto…' : 'Escolher foto'}
          </FileDrop>
          {canRetry && (
            <Button variant="quiet" onClick={retry}>
              Tentar de novo
            </Button>
          )}
        </div>
        {sending && <ProgressBar value={progress * 100} label="Enviando sua foto" className="max-w-64" />}
        <p role="alert" className="text-sm font-medium text-danger">
          {refusal && (
            <span className="flex gap-1.5">
              <CircleAlert aria-hidden="true" className="mt-0.5 size-4" />
              {refusal}
            </span>
          )}
        </p>
        <p className="text-sm text-ink-3">JPG, PNG ou WebP de até 10 MB. Usamos um quadrado do meio.</p>
      </div>
    </div>
  );
}

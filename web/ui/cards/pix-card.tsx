import { CircleAlert, CircleCheck, TimerOff } from '#web/ui/icons/icons.tsx';
import { Suspense, useState, type ReactNode } from 'react';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { cn } from '#web/ui/styles/class-names.ts';
import { CopyButton } from '#web/ui/buttons/copy-button.tsx';
import { formatCents } from '#web/ui/data/formats.ts';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { Spinner } from '#web/ui/page/spinner.tsx';

const QrCode = lazyPart(() => import('qrcode.react').then((module) => ({ default: module.QRCodeSVG })));

export type PixState =
  | 'generating'
  | 'waiting'
  | 'confirming'
  | 'paid'
  | 'expired'
  | 'failed'
  | 'wrong-amount';

export interface PixCardProps {
  state: PixState;
  amountCents: number;
  /** Copia e cola. */
  code?: string | null;
  /** A `Countdown`. */
  countdown?: ReactNode;
  /** The one action of the ended states: «Gerar novo Pix». */
  action?: ReactNode;
  /** Replaces the state's sentence: the reason of a failure or a delay. */
  text?: ReactNode;
  /** Under the code: «Enviar comprovante». */
  footer?: ReactNode;
  className?: string;
}

/** Paying by Pix. The layout is the same in all states; only the API's `paid` changes the order. */
export function PixCard({
  state,
  amountCents,
  code,
  countdown,
  action,
  text,
  footer,
  className,
}: PixCardProps) {
  const payable = state === 'generating' || state === 'waiting' || state === 'confirming';
  return (
    <section
      aria-label={`Pix: ${stateNames[state].toLowerCase()}`}
      data-slot="pix-card"
      data-state={state}
      className={cn(
        'flex min-h-105 w-full min-w-0 max-w-[560px] flex-col rounded-lg border border-border bg-surface p-4 md:p-6',
        className,
      )}
    >
      {payable ? (
        <Payable {...{ state, amountCents, code, countdown, text, footer }} />
      ) : (
        <Ended state={state} amountCents={amountCents} text={text} action={action} />
      )}
      <output className="sr-only">{stateNames[state]}</output>
    </section>
  );
}

const stateNames: Record<PixState, string> = {
  generating: 'Gerando o código Pix',
  waiting: 'Código Pix pronto',
  confirming: 'Confirmando o pagamento',
  paid: 'Pagamento confirmado',
  expired: 'O Pix venceu',
  failed: 'Não foi possível gerar o Pix',
  'wrong-amount': 'Valor pago diferente',
};

function Payable({ state, amountCents, code, countdown, text, footer }: Omit<PixCardProps, 'action'>) {
  const [copied, setCopied] = useState(false);
  const ready = state !== 'generating' && code;
  return (
    <div className="flex flex-1 flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div>
          <p className="text-sm text-ink-2">Valor do Pix</p>
          <p className="text-price-xl">{formatCents(amountCents)}</p>
        </div>
        {countdown && (
          <p className="text-right text-sm text-ink-2">
            Vence em <span className="block text-h3">{countdown}</span>
          </p>
        )}
      </div>
      <div className="flex flex-1 flex-col items-center gap-5 sm:flex-row sm:items-start sm:gap-6">
        <div
          className={cn(
            'flex size-50 shrink-0 items-center justify-center rounded-lg border border-border p-1 text-qr-ink max-sm:order-2',
            ready && 'bg-photo-ink',
          )}
        >
          {ready ? (
            <Suspense fallback={<Skeleton className="size-46" />}>
              <QrCode
                value={code}
                size={184}
                marginSize={2}
                fgColor="currentColor"
                bgColor="transparent"
                title={`QR code do Pix de ${formatCents(amountCents)}`}
              />
            </Suspense>
          ) : (
            <Skeleton className="size-46" />
          )}
        </div>
        <div className="flex w-full min-w-0 flex-1 flex-col gap-3">
          <ol className="flex list-decimal flex-col gap-1 pl-5 text-sm text-ink-2 marker:text-ink-3">
            <li>Copie o código ou leia o QR code no aplicativo do seu banco.</li>
            <li>Confira o valor e confirme.</li>
            <li>A confirmação aparece aqui em poucos segundos.</li>
          </ol>
          {ready ? (
            <>
              <p className="truncate rounded-md bg-surface-2 px-3 py-2.5 font-mono text-xs text-ink-2">
                {code}
              </p>
              <CopyButton
                text={code}
                label="Copiar código Pix"
                copiedLabel="Código copiado"
                onCopied={() => setCopied(true)}
                variant="primary"
                full
              />
            </>
          ) : (
            <>
              <Skeleton className="h-9.5 rounded-md" />
              <Skeleton className="h-control rounded-md" />
            </>
          )}
        </div>
      </div>
      <p className="flex min-h-6 items-center gap-2 text-sm text-ink-2">
        {state === 'generating' && (text ?? 'Gerando o código Pix…')}
        {state === 'waiting' &&
          (copied ? 'Código copiado. Agora abra o app do seu banco.' : 'Esperando o pagamento.')}
        {state === 'confirming' && (
          <>
            <Spinner className="size-4 text-brand" /> O banco avisou, estamos confirmando…
          </>
        )}
      </p>
      {footer}
    </div>
  );
}

const endedStates = {
  paid: {
    Icon: CircleCheck,
    iconStyles: 'text-success',
    title: 'Pagamento confirmado',
    text: 'O valor fica guardado até a entrega.',
  },
  expired: {
    Icon: TimerOff,
    iconStyles: 'text-ink-3',
    title: 'Este Pix venceu',
    text: 'Nada foi cobrado. Gere outro código para continuar.',
  },
  failed: {
    Icon: CircleAlert,
    iconStyles: 'text-danger',
    title: 'Não conseguimos gerar o Pix',
    text: 'Nada foi cobrado. Tente de novo em instantes.',
  },
  'wrong-amount': {
    Icon: CircleAlert,
    iconStyles: 'text-on-warning-soft',
    title: 'O valor pago foi diferente',
    text: 'Nossa equipe vai devolver o que foi pago. Gere outro Pix com o valor certo.',
  },
};

function Ended({
  state,
  amountCents,
  text,
  action,
}: Pick<PixCardProps, 'state' | 'amountCents' | 'text' | 'action'>) {
  const { Icon, iconStyles, title, text: defaultText } = endedStates[state as keyof typeof endedStates];
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-4 text-center">
      <Icon aria-hidden="true" className={cn('size-14', iconStyles, state === 'paid' && 'animate-pop')} />
      <div className="flex max-w-[40ch] flex-col gap-1">
        <p className="text-h2">{title}</p>
        <p className="text-price-md text-ink-2">{formatCents(amountCents)}</p>
        <p className="text-body text-ink-2">{text ?? defaultText}</p>
      </div>
      {action}
    </div>
  );
}

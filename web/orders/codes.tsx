import { durationWords } from '#domain/durations.ts';
import { Eye, KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Reply } from '#contract/endpoint.ts';
import { revealCodes } from '#contract/orders.ts';
import { api } from '#web/api.ts';
import { useSettings } from '#web/layouts/site-settings.ts';
import { ProblemBanner } from '#web/problem-banner.tsx';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { formatCount } from '#web/ui/formats.ts';
import { useAction } from '#web/use-action.ts';

type Revealed = Reply<typeof revealCodes>['codes'];

interface CodesProps {
  hash: string;
  quantity: number;
  /** When they were first shown; the warning is only for the first time. */
  revealedAt: string | null;
}

/** Delivered codes, hidden until somebody asks; the first time it says what is given up by looking (product N05). */
export function Codes({ hash, quantity, revealedAt }: CodesProps) {
  const { codes, pending, problem, reveal } = useReveal(hash);
  const [asking, setAsking] = useState(false);
  const settings = useSettings();
  if (codes) return <CodeList codes={codes} />;
  const label = quantity === 1 ? 'Mostrar código' : `Mostrar ${formatCount(quantity, 'código', 'códigos')}`;
  return (
    <div className="flex flex-col items-start gap-3">
      <ProblemBanner problem={problem} />
      <p
        aria-hidden="true"
        className="flex w-full items-center gap-3 rounded-lg bg-surface-2 px-4 py-3 font-mono text-ink-3"
      >
        <KeyRound className="size-4.5" /> •••• •••• •••• ••••
      </p>
      {revealedAt ? (
        <Button
          variant="secondary"
          icon={<Eye aria-hidden="true" />}
          loading={pending}
          onClick={() => void reveal()}
        >
          {label}
        </Button>
      ) : (
        <AlertDialog
          open={asking}
          onOpenChange={setAsking}
          trigger={<Button icon={<Eye aria-hidden="true" />}>{label}</Button>}
          tone="primary"
          title={`${label}?`}
          description={
            <ul className="flex list-disc flex-col gap-1.5 pl-5">
              <li>
                Fechado, você pode se arrepender{settings && ` em ${durationWords(settings.regretMs)}`} e o
                valor volta sem análise. Depois de aberto, o arrependimento passa pela equipe.
              </li>
              {settings && (
                <li>
                  A partir de agora você tem {durationWords(settings.confirmMs)} para conferir e confirmar.
                </li>
              )}
              <li>
                Ficam registrados quem abriu, quando, em que aparelho e a marca do código. Os dois lados veem.
              </li>
            </ul>
          }
          cancelLabel="Manter fechado"
          confirmLabel={label}
          loading={pending}
          onConfirm={() => void reveal().then(() => setAsking(false))}
        />
      )}
    </div>
  );
}

function CodeList({ codes }: { codes: Revealed }) {
  return (
    <div className="flex flex-col gap-3">
      <ul className="flex flex-col gap-2">
        {codes.map(({ code, contentHash }, index) => (
          <li
            key={contentHash}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg bg-surface-2 py-2 pr-2 pl-4"
          >
            <code className="min-w-0 flex-1 font-mono text-body break-all text-ink select-all">{code}</code>
            <CopyButton
              text={code}
              size="sm"
              label={codes.length === 1 ? 'Copiar código' : `Copiar código ${index + 1}`}
              copiedLabel="Código copiado"
            />
          </li>
        ))}
      </ul>
      {codes.length > 1 && (
        <CopyButton
          text={codes.map(({ code }) => code).join('\n')}
          label="Copiar todos"
          copiedLabel="Códigos copiados"
          className="self-start"
        />
      )}
    </div>
  );
}

/** The codes live only in this component: they are in no address, no timeline and no cache. */
function useReveal(hash: string) {
  const { revalidate } = useRevalidator();
  const [codes, setCodes] = useState<Revealed | null>(null);
  const { pending, problem, run } = useAction();

  const reveal = () =>
    run(async () => {
      const shown = await api(revealCodes, { params: { hash } });
      setCodes(shown.codes);
      await revalidate();
    });

  return { codes, problem, pending, reveal };
}

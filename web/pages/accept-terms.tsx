import { acceptTerms } from '#contract/accounts/privacy.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import type { Session } from '#web/session.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatDate } from '#web/ui/data/formats.ts';
import { aviso } from '#web/ui/overlays/toast.tsx';

interface AcceptTermsProps {
  terms: NonNullable<Session['newTerms']>;
  onAccepted: () => void;
}

/** «Li e aceito», below the text. Earlier orders keep the version they were placed under. */
export function AcceptTerms({ terms: { version, in_force, starts_at }, onAccepted }: AcceptTermsProps) {
  const { formProps, problem, pending } = useSubmission(acceptTerms, {
    params: { version },
    read: () => ({}),
    onDone: () => {
      aviso.sucesso('Termos aceitos', `Você aceitou a versão ${version}.`);
      onAccepted();
    },
  });
  return (
    <section
      aria-labelledby="aceite"
      className="flex max-w-measure flex-col gap-4 rounded-xl bg-brand-soft p-5 md:p-6 print:hidden"
    >
      <h2 id="aceite" className="text-h3 text-on-brand-soft">
        Você aceita a versão {version}?
      </h2>
      <p className="text-body text-ink">
        {in_force
          ? 'Ela já vale. Sem aceitar, você não compra nem anuncia nada novo.'
          : `Ela vale a partir de ${formatDate(starts_at)}. Você pode aceitar desde já.`}{' '}
        Pedidos já feitos, saldo e saques seguem como estão.
      </p>
      <ProblemBanner problem={problem} />
      <form {...formProps}>
        <Button type="submit" loading={pending}>
          Li e aceito
        </Button>
      </form>
    </section>
  );
}

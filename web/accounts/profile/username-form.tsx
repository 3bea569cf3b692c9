import { useRevalidator } from 'react-router';
import { changeUsername } from '#contract/accounts/account.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSession } from '#web/session.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatDate } from '#web/ui/data/formats.ts';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { useStepUp } from '#web/accounts/proof/step-up.tsx';
import { UsernameField } from '#web/accounts/sign-in/username-field.tsx';

/** Changes the username; afterwards it says when the next change is possible. */
export function UsernameForm({ onClose }: { onClose: () => void }) {
  const { reload } = useSession();
  const { revalidate } = useRevalidator();
  const withProof = useStepUp();
  const { formProps, errors, problem, pending, recheck } = useSubmission(changeUsername, {
    read: (form) => ({ username: String(form.get('username') ?? '') }),
    fieldOf: { username_taken: 'username' },
    withProof: withProof,
    onDone: async ({ username, usernameChangeableAt: again }) => {
      await Promise.all([reload(), revalidate()]);
      aviso.sucesso(
        `Agora você é @${username}`,
        again === null ? undefined : `Dá para mudar de novo em ${formatDate(again)}.`,
      );
      onClose();
    },
  });
  return (
    <form {...formProps} method="post" className="flex flex-col gap-5">
      <ProblemBanner problem={problem} />
      <UsernameField error={errors.username} onChosen={() => recheck('username')} />
      <p className="text-sm text-ink-2">
        O endereço do seu perfil muda junto. Depois de trocar, é preciso esperar para mudar de novo, e ninguém
        pode pegar seu nome antigo nesse tempo.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" loading={pending}>
          Trocar nome
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Manter nome
        </Button>
      </div>
    </form>
  );
}

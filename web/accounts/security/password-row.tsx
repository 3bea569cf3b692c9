import { useRevalidator } from 'react-router';
import { changePassword } from '#contract/accounts/account.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSession } from '#web/session.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { PasswordInput } from '#web/ui/forms/password-input.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { NewPasswordField } from '#web/accounts/recovery/new-password-field.tsx';
import { EditableRow, SettingList } from '../settings-section.tsx';
import { useStepUp } from '#web/accounts/proof/step-up.tsx';

/** Sets the first password, or changes the existing one. */
export function PasswordRow({ hasPassword }: { hasPassword: boolean }) {
  return (
    <SettingList>
      <EditableRow
        title="Senha"
        value={hasPassword ? 'Definida' : 'Você entra sem senha'}
        editLabel={hasPassword ? 'Trocar senha' : 'Criar senha'}
        renderForm={(close) => <PasswordForm hasPassword={hasPassword} onClose={close} />}
      />
    </SettingList>
  );
}

function PasswordForm({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const { user } = useSession();
  const { revalidate } = useRevalidator();
  const withProof = useStepUp();
  const verb = hasPassword ? 'Trocar' : 'Criar';
  const { formProps, errors, problem, pending } = useSubmission(changePassword, {
    read: (form) => ({
      ...(hasPassword && { currentPassword: String(form.get('currentPassword') ?? '') }),
      password: String(form.get('password') ?? ''),
    }),
    fieldOf: { wrong_credentials: 'currentPassword', weak_password: 'password', same_password: 'password' },
    withProof,
    onDone: async () => {
      await revalidate();
      aviso.sucesso(
        hasPassword ? 'Senha trocada' : 'Senha criada',
        'Encerramos as outras sessões da sua conta.',
      );
      onClose();
    },
  });
  return (
    <form {...formProps} method="post" className="flex max-w-100 flex-col gap-5">
      <ProblemBanner problem={problem} />
      {/* Names the account for password managers. */}
      <input type="hidden" name="username" autoComplete="username" value={user.username} />
      {hasPassword && (
        <Field label="Senha atual" error={errors.currentPassword} announceError>
          <PasswordInput name="currentPassword" autoComplete="current-password" enterKeyHint="next" />
        </Field>
      )}
      <NewPasswordField
        label={hasPassword ? 'Nova senha' : 'Senha'}
        error={errors.password}
        enterKeyHint="go"
      />
      <p className="text-sm text-ink-2">Os outros aparelhos vão precisar entrar de novo.</p>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" loading={pending}>
          {verb} senha
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {hasPassword ? 'Manter senha' : 'Agora não'}
        </Button>
      </div>
    </form>
  );
}

import { Link } from 'react-router';
import type { Reply } from '#contract/endpoint.ts';
import { createSession } from '#contract/accounts/sessions.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { PasswordInput } from '#web/ui/forms/password-input.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { lastProvider } from './last-provider.ts';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { authPath } from './return-path.ts';

export type OpenedSession = Reply<typeof createSession>;

interface PasswordFormProps {
  /** The path «Esqueci a senha» returns to. */
  returnTo: string;
  login?: string;
  /** «Esqueci a senha» replaces the current history entry, when this form is in a dialog. */
  replace?: boolean;
  /** Called when the session exists; its second step may be missing. */
  onOpened: (opened: OpenedSession) => Promise<unknown>;
}

/** E-mail (or username) and password, or a passkey; for the sign-in page and dialogs. */
export function PasswordForm({ returnTo, login, replace, onOpened }: PasswordFormProps) {
  const { formProps, errors, problem, pending } = useSubmission(createSession, {
    read: (form) => ({
      login: String(form.get('login') ?? ''),
      password: String(form.get('password') ?? ''),
    }),
    onDone: async (opened) => {
      lastProvider.forget();
      await onOpened(opened);
    },
  });
  return (
    <form {...formProps} method="post" className="flex flex-col gap-5">
      <ProblemBanner problem={problem} />
      <Field label="E-mail ou nome de usuário" error={errors.login} announceError>
        <TextInput
          name="login"
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="email"
          enterKeyHint="next"
          defaultValue={login}
        />
      </Field>
      <div className="flex flex-col gap-1">
        <Field label="Senha" error={errors.password} announceError>
          <PasswordInput name="password" autoComplete="current-password" enterKeyHint="go" />
        </Field>
        <Link
          to={authPath('recovery', returnTo)}
          replace={replace}
          className="inline-flex min-h-11 items-center self-start text-ui font-semibold text-brand underline underline-offset-2"
        >
          Esqueci a senha
        </Link>
      </div>
      <div className="flex flex-col gap-3">
        <Button type="submit" size="lg" full loading={pending}>
          Entrar
        </Button>
        <PasskeySignIn />
      </div>
    </form>
  );
}

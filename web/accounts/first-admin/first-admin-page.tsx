import { brandName } from '#web/ui/theme/brand.ts';
import { useCallback, useEffect, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { checkFirstAdminLink, createFirstAdmin } from '#contract/accounts/first-admin.ts';
import { AuthHeader } from '#web/accounts/sign-in/auth-parts.tsx';
import { EmailField } from '#web/accounts/sign-in/email-field.tsx';
import { TermsCheckbox } from '#web/accounts/sign-in/terms-checkbox.tsx';
import { UsernameField } from '#web/accounts/sign-in/username-field.tsx';
import { NewPasswordField } from '#web/accounts/recovery/new-password-field.tsx';
import { api, ApiError } from '#web/api/api.ts';
import { securityPath } from '#web/api/guard.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { PageError } from '#web/pages/page-error.tsx';
import { useSession } from '#web/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Spinner } from '#web/ui/page/spinner.tsx';

export const ErrorBoundary = () => <PageError title="Primeiro acesso" thing="o primeiro acesso" />;

export function meta() {
  return [{ title: `Primeiro acesso · ${brandName}` }, { name: 'robots', content: 'noindex' }];
}

/** `/primeiro-acesso`: the link that the server prints at its start makes the first administrator here. */
export default function FirstAdminPage() {
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  const { answer, again } = useCheckedLink(token);
  if (answer === null)
    return (
      <>
        <AuthHeader title="Primeiro acesso" />
        <output className="flex items-center gap-3 text-body text-ink-2">
          <Spinner className="text-brand" /> Conferindo seu link…
        </output>
      </>
    );
  if (!(answer instanceof ApiError)) return <FirstAdminForm token={token} />;
  if (answer.code === 'admin_exists') return <AlreadyAdministered detail={answer.detail} />;
  if (answer.code === 'link_expired' || answer.code === 'invalid_request')
    return (
      <div aria-live="polite">
        <AuthHeader title="Este link não vale mais">{answer.fields.token ?? answer.detail}</AuthHeader>
        <p className="text-body text-ink-2">
          Sem reiniciar, <code className="font-mono text-sm">npm run admin -- create-admin</code> também cria
          essa conta.
        </p>
      </div>
    );
  return (
    <>
      <AuthHeader title="Não deu para conferir o link">{answer.detail}</AuthHeader>
      <Button onClick={again}>Tentar de novo</Button>
    </>
  );
}

type Answer = { ok: true } | ApiError;

/** Checks the link before the form asks for anything. */
function useCheckedLink(token: string): { answer: Answer | null; again: () => void } {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const check = useCallback(() => {
    api(checkFirstAdminLink, { body: { token } }).then(setAnswer, (error: unknown) => {
      if (error instanceof ApiError) setAnswer(error);
    });
  }, [token]);
  useEffect(check, [check]);
  const again = () => {
    setAnswer(null);
    check();
  };
  return { answer, again };
}

function AlreadyAdministered({ detail }: { detail: string }) {
  return (
    <div aria-live="polite">
      <AuthHeader title="Já existe quem administre">{detail}</AuthHeader>
      <Button asChild>
        <Link to="/auth/login?returnTo=%2Fdashboard" replace>
          Entrar
        </Link>
      </Button>
    </div>
  );
}

const nextPath = securityPath('/dashboard/primeiros-passos');

/** The account of the first administrator; its second step follows, because the dashboard requires one. */
function FirstAdminForm({ token }: { token: string }) {
  const { signIn } = useSession();
  const navigate = useNavigate();
  const { formProps, errors, problem, pending, recheck } = useSubmission(createFirstAdmin, {
    read: (form) => ({
      token,
      username: String(form.get('username') ?? ''),
      email: String(form.get('email') ?? ''),
      password: String(form.get('password') ?? ''),
      termsAccepted: (form.get('termsAccepted') !== null) as true,
    }),
    fieldOf: { username_taken: 'username', weak_password: 'password' },
    onDone: async (opened) => {
      await signIn(opened.token, nextPath);
      await navigate(nextPath, { replace: true });
    },
  });
  if (problem?.code === 'admin_exists') return <AlreadyAdministered detail={problem.detail} />;
  return (
    <>
      <AuthHeader title="Crie a conta de quem administra">
        É a primeira conta deste site, e a única por enquanto. Depois vem a verificação em duas etapas, que o
        painel pede.
      </AuthHeader>
      <form {...formProps} method="post" className="flex flex-col gap-5">
        <ProblemBanner problem={problem} />
        <EmailField error={errors.email} onChosen={() => recheck('email')} />
        <UsernameField error={errors.username} onChosen={() => recheck('username')} />
        <NewPasswordField label="Senha" error={errors.password} enterKeyHint="go" />
        <TermsCheckbox error={errors.termsAccepted} onChange={() => recheck('termsAccepted')} />
        <Button type="submit" size="lg" full loading={pending}>
          Criar conta e continuar
        </Button>
      </form>
    </>
  );
}

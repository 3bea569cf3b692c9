import { Link } from 'react-router';
import { createIdentityAccount } from '#contract/accounts/identities.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSession } from '#web/session.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { AuthHeader, OtherScreenLink } from './auth-parts.tsx';
import { lastProvider } from './last-provider.ts';
import type { NewIdentity } from './newcomer.ts';
import { authPath } from './return-path.ts';
import { TermsCheckbox } from './terms-checkbox.tsx';
import { UsernameField } from './username-field.tsx';

/** The last step of a registration by a provider: username and terms. */
export function NewcomerForm({ newcomer, returnTo }: { newcomer: NewIdentity; returnTo: string }) {
  const { signIn } = useSession();
  const { formProps, errors, problem, pending, recheck } = useSubmission(createIdentityAccount, {
    read: (form) => ({
      ticket: newcomer.ticket,
      username: String(form.get('username') ?? ''),
      termsAccepted: (form.get('termsAccepted') !== null) as true,
    }),
    fieldOf: { username_taken: 'username' },
    onDone: async ({ token }) => {
      if (newcomer.provider) lastProvider.keep(newcomer.provider);
      await signIn(token);
    },
  });
  return (
    <>
      <AuthHeader title="Criar conta">
        Falta só escolher seu nome de usuário. Sua conta usa o e-mail{' '}
        <strong className="font-semibold wrap-anywhere text-ink">{newcomer.email}</strong>.
      </AuthHeader>
      <form {...formProps} method="post" className="flex flex-col gap-5">
        <ProblemBanner
          problem={problem}
          action={
            problem?.code === 'link_expired' && (
              <Link
                to={authPath('login', returnTo)}
                className="inline-flex min-h-11 items-center font-semibold underline underline-offset-2"
              >
                Começar de novo
              </Link>
            )
          }
        />
        <UsernameField
          error={errors.username}
          defaultValue={newcomer.username}
          onChosen={() => recheck('username')}
        />
        <TermsCheckbox error={errors.termsAccepted} onChange={() => recheck('termsAccepted')} />
        <Button type="submit" size="lg" full loading={pending}>
          Criar conta
        </Button>
      </form>
      <OtherScreenLink question="Já tem conta?" to={authPath('login', returnTo)}>
        Entrar
      </OtherScreenLink>
    </>
  );
}

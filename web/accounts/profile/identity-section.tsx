import { Link, useLocation, useSearchParams } from 'react-router';
import type { Account } from '#contract/accounts/account.ts';
import { Banner } from '#web/ui/page/banner.tsx';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { safeReturnPath, verificationPath } from '#web/accounts/sign-in/return-path.ts';
import { SettingList, SettingRow, SettingsSection } from '../settings-section.tsx';
import { maskedBirthDate } from './birth-date.ts';
import { IdentityForm } from './identity-form.tsx';
import { TaxTypeRow } from './tax-type-row.tsx';

/** Name, birth date and document: entered once, then shown masked (level N2, §4.14). */
export function IdentitySection({ account }: { account: Account }) {
  const { fullName, document, birthDate } = account;
  const verified = document !== null;
  return (
    <SettingsSection
      id="identidade"
      title="Identidade"
      text={
        verified
          ? 'O CPF só você e a equipe veem; nome e CNPJ de empresa aparecem no perfil. Um Pix pago de uma conta no seu CPF ou CNPJ o confirma.'
          : 'Pedimos para que cada pessoa tenha uma conta só e o dinheiro das vendas chegue a quem vendeu. O CPF não aparece no seu perfil; nome e CNPJ de empresa aparecem, por lei.'
      }
    >
      <Link
        to="/conta/documentos"
        className="inline-flex min-h-11 items-center self-start font-semibold text-brand underline-offset-4 hover:underline"
      >
        Enviar documentos para «Identidade verificada»
      </Link>
      {verified ? (
        <SettingList>
          <SettingRow title="Nome completo" value={fullName ?? '—'} />
          <SettingRow title="Nascimento" value={birthDate ? maskedBirthDate(birthDate) : '—'} />
          <SettingRow
            title={document.includes('/') ? 'CNPJ' : 'CPF'}
            value={<span className="tabular-nums">{document}</span>}
            action={
              account.documentProven ? (
                <StatusBadge tone="success">Confirmado</StatusBadge>
              ) : (
                <StatusBadge tone="neutral">Informado</StatusBadge>
              )
            }
          />
          {account.taxType && account.taxType !== 'individual' && <TaxTypeRow taxType={account.taxType} />}
        </SettingList>
      ) : (
        <Missing account={account} />
      )}
    </SettingsSection>
  );
}

/** Links to the next missing verification: e-mail, phone, identity. */
function Missing({ account: { emailVerified, phone } }: { account: Account }) {
  const { pathname, search } = useLocation();
  const [query] = useSearchParams();
  if (emailVerified && phone !== null)
    return <IdentityForm returnTo={safeReturnPath(query.get('returnTo'))} />;
  // The verification pages return here, and this section to the page that required the identity.
  const here = `${pathname}${search}#identidade`;
  const [to, label] = emailVerified
    ? [verificationPath(here, 'phone'), 'Confirmar celular']
    : [verificationPath(here), 'Confirmar e-mail'];
  return (
    <Banner
      action={
        <Link
          to={to}
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-2"
        >
          {label}
        </Link>
      }
    >
      {emailVerified
        ? 'Confirme seu celular antes de informar seus documentos.'
        : 'Confirme seu e-mail antes de informar seus documentos.'}
    </Banner>
  );
}

import { notice } from '#server/notifications/notice.ts';
import type { Templates } from '#server/notifications/notice.ts';

/** Notices about keys and devices, which cannot be muted (§4.16). */
export const securityTemplates = {
  'account.new_device': ({ data }) => [
    notice(
      'owner',
      'Acesso de um aparelho novo',
      `${String(data.device)}. Se não foi você, encerre as outras sessões e troque a senha.`,
      'monitor-smartphone',
      securityUrl,
    ),
  ],
  'account.session_ended': () => [],
  'account.second_factor_enabled': () => [
    notice(
      'owner',
      'Verificação em duas etapas ativada',
      'Agora pedimos um código do seu aplicativo ao entrar.',
      'shield-check',
      securityUrl,
    ),
  ],
  'account.second_factor_disabled': () => [
    notice(
      'owner',
      'Aplicativo autenticador desativado',
      'Se não foi você, troque a senha e fale com o atendimento.',
      'shield-off',
      securityUrl,
    ),
  ],
  'account.recovery_codes_renewed': () => [
    notice(
      'owner',
      'Códigos reserva novos',
      'Os códigos anteriores não valem mais.',
      'rotate-cw',
      securityUrl,
    ),
  ],
  'account.recovery_code_used': ({ data }) => [
    notice(
      'owner',
      'Código reserva usado',
      `Restam ${String(data.left)} de 10. Se não foi você, troque a senha.`,
      'key-round',
      securityUrl,
    ),
  ],
  'account.passkey_added': ({ data }) => [
    notice(
      'owner',
      'Chave de acesso criada',
      `«${String(data.name)}» já entra na sua conta. Se não foi você, apague-a.`,
      'fingerprint',
      securityUrl,
    ),
  ],
  'account.passkey_removed': ({ data }) => [
    notice(
      'owner',
      'Chave de acesso apagada',
      `«${String(data.name)}» não entra mais.`,
      'fingerprint',
      securityUrl,
    ),
  ],
} satisfies Partial<Templates>;

const securityUrl = '/conta/seguranca';

import { fieldsOfGroup } from './groups.ts';
import type { SettingField } from './groups.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const month = 30 * day;

const { time, count, toggle } = fieldsOfGroup('security');
const privacy = fieldsOfGroup('privacy');

const tries = { min: 1, max: 1_000 };
const day1 = { max: day };

/** Sign-in, sessions, codes and keys (§4.17). */
export const securityFields: readonly SettingField[] = [
  toggle('security.staffNeedsSecondFactor', 'Equipe precisa da segunda etapa'),
  toggle('security.withdrawalNeedsSecondFactor', 'Saque precisa da segunda etapa'),
  time('security.withdrawalCoolDownMs', 'Saques esperam depois de uma mudança de segurança'),
  time('security.proofMs', 'Uma confirmação de identidade vale por', day1),
  time('security.trustedDeviceMs', 'Aparelho de confiança por'),
  time('security.session.idleMs', 'Sessão inativa dura'),
  time('security.session.absoluteMs', 'Sessão dura no máximo'),
  time('security.session.staffIdleMs', 'Sessão inativa da equipe dura', day1),
  time('security.session.staffAbsoluteMs', 'Sessão da equipe dura no máximo', { max: 7 * day }),
  time('moneyDecisions.windowMs', 'Limites de decisões somam o que saiu em', {
    min: day,
    max: month,
    help: 'Vale para saques, reembolsos, comprovantes, reclamações, mudanças da situação de pedidos e Pix de outra pessoa: a soma por quem recebe e por quem decide.',
  }),
  time('security.supportSuspensionMs', 'Suporte suspende sem aprovação por até', { min: hour }),
  time('proposals.aloneDelayMs', 'Mudança de um único admin espera', {
    min: hour,
    max: 7 * day,
    help: 'Toda a equipe é avisada na hora e qualquer pessoa dela pode parar a mudança.',
  }),
  time('proposals.expiryMs', 'Mudança à espera de outro admin vale por', { min: hour, max: month }),
  time('security.usernameChangeMs', 'Intervalo entre trocas de nome'),
  time('security.usernameReservedMs', 'Nome antigo fica reservado por'),
  time('security.closureWaitMs', 'Espera antes de excluir uma conta', { min: day }),
  count('signIn.placeTries', 'Senhas erradas do mesmo lugar até a pausa', {
    min: 3,
    max: 100,
    help: 'Por conta e por lugar. Depois de cada pausa a próxima dura o dobro.',
  }),
  count('signIn.accountTries', 'Senhas erradas de lugares desconhecidos até a pausa', { min: 3, max: 1_000 }),
  count('signIn.networkTries', 'Senhas erradas da mesma rede até a pausa', {
    min: 5,
    max: 10_000,
    help: 'Soma todas as contas. Muita gente pode dividir a mesma rede.',
  }),
  time('signIn.firstPauseMs', 'Primeira pausa depois das senhas erradas', day1),
  time('signIn.placePauseMs', 'Pausa mais longa de um lugar', day1),
  time('signIn.sharedPauseMs', 'Pausa mais longa de uma conta ou rede', day1),
  count('signIn.proofTries', 'Códigos errados da segunda etapa até a pausa', { min: 3, max: 20 }),
  time('signIn.proofPauseMs', 'Pausa depois dos códigos errados', day1),
  count('signIn.proofTriesPerDay', 'Códigos errados da segunda etapa por dia', { min: 3, max: 100 }),
  time('signIn.pendingMs', 'A entrada espera a segunda etapa por', { max: hour }),
  time('codes.validMs', 'Um código enviado vale por', { max: hour }),
  count('codes.tries', 'Tentativas com um código enviado', {
    min: 3,
    max: 10,
    help: 'Um código tem 6 números. Mais tentativas facilitam adivinhar.',
  }),
  count('codes.triesPerDay', 'Tentativas com códigos por dia e pessoa', { min: 3, max: 100 }),
  time('codes.resendMs', 'Espera para pedir outro código', { min: 10_000, max: hour }),
  count('codes.textsPerDay', 'SMS por dia para um número ou conta', {
    ...tries,
    help: 'Cada mensagem tem custo.',
  }),
  count('codes.textsPerAddressPerDay', 'SMS por dia pedidos da mesma rede', { min: 1, max: 10_000 }),
  time('codes.confirmationMs', 'Link de confirmar o e-mail vale por', { max: month }),
  time('codes.emailChangeMs', 'Links de trocar o e-mail valem por', { max: month }),
  count('codes.emailChangesPerDay', 'Trocas pedidas por dia para o mesmo e-mail', tries),
  time('codes.passwordResetMs', 'Link de criar outra senha vale por', day1),
  count('codes.passwordResetsPerHour', 'Links de criar senha por hora e conta', tries),
  time('codes.registrationMs', 'Tempo para terminar um cadastro por provedor', day1),
  count('codes.recoveryCodes', 'Códigos reserva em cada lista', { min: 5, max: 20 }),
  count('codes.maxPasskeys', 'Chaves de acesso por pessoa', { min: 1, max: 50 }),
];

/** How long personal data is kept (docs/privacy.md). */
export const privacyFields: readonly SettingField[] = [
  privacy.time('privacy.messagesMs', 'E-mails e SMS enviados ficam por', {
    min: 7 * day,
    max: 5 * 365 * day,
  }),
  privacy.time('privacy.noticesMs', 'Avisos ficam por', { min: 30 * day, max: 5 * 365 * day }),
  privacy.time('privacy.visitsMs', 'Números de visitas dos anúncios ficam por', {
    min: 35 * day,
    max: 2 * 365 * day,
    help: 'Nunca menos de 35 dias: os números do mês precisam deles.',
  }),
  privacy.count('privacy.accessMonths', 'Registros de acesso ficam por (meses)', {
    min: 6,
    max: 60,
    help: 'Nunca menos de 6 meses (Marco Civil, art. 15).',
  }),
  {
    path: 'privacy.evidenceYears',
    group: 'privacy',
    label: 'Conversas, atendimentos e identidades ficam por',
    help: 'Nunca menos de 5 anos: é o prazo em que podem servir de prova (CDC, art. 27).',
    unit: 'years',
    min: 5,
    max: 20,
  },
  privacy.time('privacy.exportKeptMs', 'Arquivo com os dados de uma pessoa fica por', {
    min: day,
    max: month,
  }),
  privacy.time('privacy.exportEveryMs', 'Intervalo entre pedidos dos próprios dados', {
    min: hour,
    max: 15 * day,
    help: 'Nunca mais de 15 dias: é o prazo da resposta (LGPD, art. 19).',
  }),
  privacy.count('privacy.staffPeoplePerDay', 'Pessoas de quem um admin vê os dados por dia', {
    min: 1,
    max: 30,
    help: 'Ao passar disso a pessoa da equipe é barrada até o dia seguinte e os admins são avisados.',
  }),
  privacy.count('privacy.staffOrdersPerDay', 'Pedidos cuja conversa alguém da equipe lê por dia', {
    min: 10,
    max: 1_000,
    help: 'Reclamações com quem lê não contam. Ao passar disso a pessoa é barrada e os admins são avisados.',
  }),
  privacy.time('privacy.closureReminderMs', 'Lembrete antes de excluir uma conta', { min: hour, max: month }),
];

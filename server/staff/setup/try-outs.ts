import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { tryOut } from '#contract/staff/setup.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import { isEnteredCompany, receiverName } from '#domain/settings/company.ts';
import { can } from '#domain/staff/permissions.ts';
import { tryOutCents } from '#domain/staff/setup.ts';
import type { TryOutKind } from '#domain/staff/setup.ts';
import { isRefusal } from '#server/adapters/payments/failures.ts';
import type { Payer } from '#server/adapters/payments/payment-provider.ts';
import type { Ctx } from '#server/context.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { recordDecision } from '#server/events/events.ts';
import { renderLetter } from '#server/letters/letters.ts';
import { tryOut as attempt } from '#server/settings/connections.ts';
import { brandName } from '#server/settings/current/brand.ts';
import { currentRules } from '#server/settings/queries.ts';

type Outcome = Reply<typeof tryOut>;

/** A reason that the administrator can mend, found before the provider is asked. */
class NotYet extends Error {}

interface TryOut {
  provider: (ctx: Ctx) => string;
  /** @returns what happened, in words @throws what the provider answers, or `NotYet` */
  run: (ctx: Ctx, person: Person) => Promise<string>;
  /** What happened where no provider is configured. */
  simulated: string;
}

interface Person {
  username: string;
  email: string;
  /** E.164; null where none is confirmed. */
  phone: string | null;
}

const tryOuts: Readonly<Record<TryOutKind, TryOut>> = {
  mail: {
    provider: ({ mail }) => mail.name,
    run: sendLetter,
    simulated: 'Nenhum provedor de e-mail está configurado: a carta ficou na caixa simulada, em /dev.',
  },
  sms: {
    provider: ({ sms }) => sms.name,
    run: sendText,
    simulated: 'Nenhum provedor de SMS está configurado: a mensagem ficou no celular simulado, em /dev.',
  },
  pix: {
    provider: ({ payments }) => payments.name,
    run: chargePix,
    simulated:
      'Nenhum provedor de pagamentos está configurado: o banco simulado criou e cancelou um Pix de R$ 1,00.',
  },
};

/** Tries a provider out for the administrator who asks, and records that. A failure is a normal result, with its reason. */
export async function runTryOut(ctx: Ctx, viewer: Viewer, kind: TryOutKind): Promise<Outcome> {
  const answer = can(viewer, 'change_settings', undefined);
  if (!answer.ok) fail(answer.reason);
  const outcome = await outcomeOf(ctx, tryOuts[kind], await personOf(ctx, viewer));
  await inTransaction(ctx.db, (tx) =>
    recordDecision(tx, {
      kind: 'settings.tried_out',
      actor: viewer,
      subject: { kind: 'installation', id: 1 },
      before: null,
      after: { serviço: kind, deu_certo: outcome.ok },
      reason: 'Experimentado em Primeiros passos',
    }),
  );
  return outcome;
}

async function outcomeOf(ctx: Ctx, { provider, run, simulated }: TryOut, person: Person): Promise<Outcome> {
  let text = '';
  let missing: string | null = null;
  const { ok, detail } = await attempt(ctx, {
    provider,
    async attempt() {
      try {
        text = await run(ctx, person);
      } catch (error) {
        if (error instanceof NotYet) missing = error.message;
        else if (isRefusal(error)) missing = `O provedor recusou o pedido (resposta ${error.status}).`;
        throw error;
      }
    },
  });
  if (!ok) return { ok, text: missing ?? detail! };
  return { ok, text: provider(ctx) === 'simulator' ? simulated : text };
}

async function personOf({ db }: Ctx, viewer: Viewer): Promise<Person> {
  const { rows } = await sql<Person>`
    select username::text, email::text, phone from users where id = ${viewer.id}`.execute(db);
  return rows[0]!;
}

async function sendLetter({ mail, config }: Ctx, { username, email }: Person): Promise<string> {
  const subject = `Carta de teste da ${brandName}`;
  const text = 'Se você lê esta mensagem, os e-mails desta instalação chegam.';
  await mail.send(
    renderLetter({
      name: 'aviso',
      values: { nome: username, assunto: subject, texto: text },
      to: email,
      subject,
      heading: subject,
      paragraphs: [text],
      button: { label: 'Voltar aos primeiros passos', url: `${config.publicUrl}/dashboard/primeiros-passos` },
    }),
  );
  return `Carta entregue ao provedor, para ${email}. Confira a caixa de entrada e o spam.`;
}

async function sendText({ sms }: Ctx, { phone }: Person): Promise<string> {
  if (phone === null) throw new NotYet('Sua conta não tem celular confirmado. Confirme um em Conta, Perfil.');
  await sms.send({ to: phone, text: `${brandName}: esta é a mensagem de teste que você pediu.` });
  return `SMS entregue ao provedor, para o número que termina em ${phone.slice(-4)}.`;
}

const chargeMs = 30 * 60_000;

/** Makes, reads and cancels a charge, so that no payment without an order can arrive. */
async function chargePix(ctx: Ctx, { email }: Person): Promise<string> {
  const { payments } = ctx;
  const { company, brand } = (await currentRules(ctx.db)).rules;
  let payer: Payer | null = null;
  if (payments.asksOfPayer('pix') !== 'nothing') {
    if (!isEnteredCompany(company))
      throw new NotYet('O provedor pede nome e CNPJ de quem paga. Preencha a empresa antes.');
    payer = { name: company.name, email, document: company.document.replaceAll(/[^0-9A-Z]/g, '') };
  }
  const reference = randomBytes(16).toString('hex');
  await payments.createPixCharge({
    reference,
    amountCents: tryOutCents,
    description: `Teste da ${brandName}`,
    expiresAt: new Date(Date.now() + chargeMs),
    payer,
    receiverName: receiverName(company, brand),
  });
  const found = await payments.findCharge({ reference }).finally(() => payments.cancelCharge({ reference }));
  if (!found)
    throw new NotYet('O provedor criou a cobrança, mas não a encontra. Confira a conta no painel dele.');
  return 'O provedor criou um Pix de R$ 1,00 e o cancelou em seguida. Nada foi cobrado.';
}

import { fault } from '#db/fault.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { countUnderEarlierKeys, resealSecrets } from '#server/secrets/key-rotation.ts';
import type { Command } from './command.ts';
import { recordOperator, wholeInstallation } from './decision.ts';

/** Seals everything under the present key now, which a worker otherwise does within minutes (decision 81). */
export const rotateKey: Command = {
  usage: 'rotate-key',
  summary: 'Sela de novo com SECRET_KEY tudo o que foi selado com SECRET_KEY_PREVIOUS',
  takes: 0,
  async run(installation, _given, { say }) {
    if (installation.config.previousSecretKeys.length === 0)
      throw fault(
        'Para trocar a chave, ponha a nova em SECRET_KEY (openssl rand -hex 32) e a de agora em SECRET_KEY_PREVIOUS, ' +
          'reinicie os processos e chame este comando com as mesmas duas.',
      );
    let count = 0;
    for (
      let sealed = await resealSecrets.run(installation);
      sealed > 0;
      sealed = await resealSecrets.run(installation)
    )
      count += sealed;
    const reason = 'npm run admin -- rotate-key';
    await inTransaction(installation.db, (tx) =>
      recordOperator(tx, {
        kind: 'operator.secrets_resealed',
        subject: wholeInstallation,
        before: null,
        after: { count },
        reason,
      }),
    );
    const left = await countUnderEarlierKeys(installation);
    if (left > 0)
      throw fault(
        `Selados de novo: ${count}. Outros ${left} não abrem com nenhuma das chaves: acrescente a deles a SECRET_KEY_PREVIOUS.`,
      );
    await say(`Selados de novo: ${count}. Espere meia hora e tire SECRET_KEY_PREVIOUS.`);
  },
};

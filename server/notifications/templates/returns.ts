import { formatMoment } from '#server/formats.ts';
import { notice, resumeText } from '#server/notifications/notice.ts';
import type { Facts, Notice } from '#server/notifications/notice.ts';

/** Notices about things that come back (S11). The refund itself is announced by its own events. */
export const returnTemplates = {
  // To its buyer a regret is acknowledged with its protocol.
  'return.opened': (facts: Facts): Notice[] => [
    ...(facts.data.reason === 'complaint' || facts.data.reason === 'agreement'
      ? [
          notice(
            'buyer',
            'Devolva para receber de volta',
            `Devolva «${facts.title}» até ${until(facts)}. O valor inteiro volta depois da devolução.`,
            'package-open',
            orderUrl(facts),
          ),
        ]
      : []),
    notice(
      'seller',
      'Uma compra vai voltar',
      `Quem comprou devolve «${facts.title}» até ${until(facts)}. O valor espera até lá.`,
      'package-open',
      orderUrl(facts),
    ),
  ],
  'return.post_near': (facts: Facts): Notice[] => [
    notice(
      'buyer',
      'Devolva até o fim do prazo',
      `A devolução de «${facts.title}» é até ${until(facts)}. Depois disso, a compra continua valendo.`,
      'clock-alert',
      orderUrl(facts),
    ),
  ],
  'return.posted': (facts: Facts): Notice[] => [
    notice(
      'seller',
      'Devolução a caminho',
      `«${facts.title}» foi postado de volta. Quando chegar, confira e confirme pelo pedido.`,
      'truck',
      orderUrl(facts),
    ),
  ],
  'return.arrived': (facts: Facts): Notice[] => [
    notice(
      'seller',
      'Confira o que voltou',
      `Confira «${facts.title}» até ${until(facts)}. Se algo estiver errado, conteste com fotos; sem resposta, o valor volta.`,
      'package-check',
      orderUrl(facts),
    ),
    notice(
      'buyer',
      'Devolução recebida',
      `Quem vendeu confere «${facts.title}» até ${until(facts)}. Sem contestação, seu dinheiro volta.`,
      'package-check',
      orderUrl(facts),
    ),
  ],
  'return.contested': (facts: Facts): Notice[] => [
    notice(
      'buyer',
      'Devolução contestada',
      `Quem vendeu contestou a devolução de «${facts.title}». A equipe olha as provas e decide.`,
      'scale',
      orderUrl(facts),
    ),
  ],
  'return.bounced': (facts: Facts): Notice[] => [
    notice(
      'buyer',
      'O pacote voltou para você',
      `A devolução de «${facts.title}» não chegou a quem vendeu. Guarde como está: a equipe decide.`,
      'scale',
      orderUrl(facts),
    ),
    notice(
      'seller',
      'A devolução não chegou',
      `O pacote de «${facts.title}» voltou para quem comprou. A equipe olha o caminho dele e decide.`,
      'scale',
      orderUrl(facts),
    ),
  ],
  'return.lapsed': (facts: Facts): Notice[] => [
    notice(
      'buyer',
      'Prazo da devolução encerrado',
      `«${facts.title}» não foi devolvido no prazo. A compra continua valendo.`,
      'clock-alert',
      orderUrl(facts),
    ),
    notice('seller', 'A venda continua', notSent(facts), 'lock-open', orderUrl(facts)),
  ],
  'return.cancelled': (facts: Facts): Notice[] => [
    notice(
      'seller',
      'A venda continua',
      `Quem comprou ficou com «${facts.title}». ${goesOn(facts)}`,
      'lock-open',
      orderUrl(facts),
    ),
  ],
};

const notSent = (facts: Facts) => `«${facts.title}» não foi devolvido no prazo. ${goesOn(facts)}`;
const goesOn = (facts: Facts) => resumeText(facts, 'O valor e os prazos seguem de onde pararam.');
const until = ({ data }: Facts) => formatMoment(new Date(String(data.until)));
const orderUrl = ({ orderHash }: Facts) => `/pedido/${orderHash}`;

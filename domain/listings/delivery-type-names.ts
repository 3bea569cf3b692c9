import type { DeliveryType } from '#domain/orders/orders.ts';

/** The delivery types as sellers choose them. */
export const deliveryTypeNames: Readonly<Record<DeliveryType, string>> = {
  automatic: 'Entrega na hora',
  manual: 'Eu entrego',
  shipping: 'Envio',
  pickup: 'Retirada em mãos',
};

import { deliveryLimits } from './delivery-proofs.ts';
import { usualBounds } from '#domain/settings/sizes.ts';
import type { Bounds } from '#domain/settings/sizes.ts';

/** How much a proof may be. */
export type DeliveryRules = Record<keyof typeof deliveryLimits, Pick<Bounds, 'max'>>;

export const defaultDeliveryRules: DeliveryRules = {
  files: usualBounds(deliveryLimits.files),
  fileMegabytes: usualBounds(deliveryLimits.fileMegabytes),
  videoMegabytes: usualBounds(deliveryLimits.videoMegabytes),
};

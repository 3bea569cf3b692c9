import { deliveryLimits } from './delivery-proofs.ts';
import { defaultBounds } from '#domain/settings/sizes.ts';
import type { Bounds } from '#domain/settings/sizes.ts';

/** Size limits of delivery proofs. */
export type DeliveryRules = Record<keyof typeof deliveryLimits, Pick<Bounds, 'max'>>;

export const defaultDeliveryRules: DeliveryRules = {
  files: defaultBounds(deliveryLimits.files),
  fileMegabytes: defaultBounds(deliveryLimits.fileMegabytes),
  videoMegabytes: defaultBounds(deliveryLimits.videoMegabytes),
};

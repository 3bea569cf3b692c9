/**
 * What sellers live from, and what they sell: a shop has only new things, private people what they used, and
 * who works with the hands what they made.
 */
export const sellerKinds = {
  accessoryShop: 'new',
  bicycleShop: 'both',
  boardGamePlayer: 'both',
  bookshop: 'used',
  brandShop: 'new',
  codeShop: 'new',
  coffeeRoaster: 'both',
  computerTechnician: 'both',
  designer: 'new',
  electronicsShop: 'new',
  familyHouse: 'both',
  furnitureShop: 'new',
  gamer: 'used',
  gardener: 'both',
  grandmother: 'handmade',
  hardwareStore: 'both',
  joinery: 'handmade',
  mountainGuide: 'both',
  musician: 'both',
  parent: 'used',
  phoneRepairer: 'used',
  photographer: 'used',
  pottery: 'handmade',
  recordCollector: 'used',
  secondHandClothes: 'used',
  skinTrader: 'both',
  sneakerCollector: 'both',
  teacher: 'new',
  technologyReseller: 'both',
} as const satisfies Record<string, 'new' | 'used' | 'both' | 'handmade'>;

export type SellerKind = keyof typeof sellerKinds;

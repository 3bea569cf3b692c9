import { testNothingIsCovered } from './cover.ts';

testNothingIsCovered(375, 812, ['compradora', 'vendedora']);

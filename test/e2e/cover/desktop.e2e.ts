import { testNothingIsCovered } from './cover.ts';

testNothingIsCovered(1280, 800, ['suporte', 'admin']);

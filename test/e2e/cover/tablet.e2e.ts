import { testNothingIsCovered } from './cover.ts';

testNothingIsCovered(768, 1024, ['visitor']);

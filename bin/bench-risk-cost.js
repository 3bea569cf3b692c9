import { launch } from './launcher.js';

await launch('test/load/risk-cost.ts');

import { launch } from './launcher.js';

await launch('test/risk/bench.ts');

import { launch } from './launcher.js';

await launch('test/metrics/alert-drill.ts');

import { launch } from './launcher.js';

await launch('test/soak/soak.ts');

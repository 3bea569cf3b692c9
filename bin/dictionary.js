import { launch } from './launcher.js';

await launch('server/listings/search/language/build-dictionary.ts');

/** The contract with its schemas, which `web/boot/lean-contract.ts` removes from the browser's ordinary copy. */
declare module '#contract/all.ts?whole' {
  export { allEndpoints } from '#contract/all.ts';
}

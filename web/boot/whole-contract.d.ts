/** The contract with its schemas, which the browser's ordinary copy lacks (web/boot/lean-contract.ts). */
declare module '#contract/all.ts?whole' {
  export { allEndpoints } from '#contract/all.ts';
}

/** Set by `npm run nightly`: the same tests with larger counts, and the files named `*.nightly.ts`. */
export const NIGHTLY = "TOLLGATE_NIGHTLY"

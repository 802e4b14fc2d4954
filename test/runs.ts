/** Set by `npm run nightly`: the same tests with larger counts, and the files named `*.nightly.ts`. */
export const NIGHTLY = "TOLLGATE_NIGHTLY"

export const isNightly = process.env[NIGHTLY] === "1"

/** How often something random or expensive is repeated: a small count by day, a large one in `npm run nightly`. */
export const runs = (day: number, night: number): number => (isNightly ? night : day)

import { isNightly } from "./runs.js"

const MINUTE = 60_000

/** How long a test may take, in milliseconds: it only ends what hangs. In the night, counts are larger. */
export const USUAL = (isNightly ? 180 : 3) * MINUTE

/** The same for a test that takes more than 20 seconds beside busy cores: a race, or processes that are killed. */
export const LONG = (isNightly ? 180 : 15) * MINUTE

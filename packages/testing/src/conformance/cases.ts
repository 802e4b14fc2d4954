import type { Case } from "./Case.js"
import { drafts } from "./drafts.js"

/** Every case that comes with this package, numbered from one. */
export const cases: ReadonlyArray<Case> = drafts.flat().map((draft, i) => ({ n: i + 1, ...draft }))

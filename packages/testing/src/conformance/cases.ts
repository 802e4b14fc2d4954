import type { Case } from "./Case.js"
import { drafts } from "./drafts.js"

/** Every case of this package, numbered from 1. */
export const cases: ReadonlyArray<Case> = drafts.flat().map((draft, i) => ({ n: i + 1, ...draft }))

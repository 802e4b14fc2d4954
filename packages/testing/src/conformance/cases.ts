import { operations } from "@tollgate/http"
import type { Case, Draft } from "./Case.js"
import * as drafts from "./drafts.js"

const draftsOf: Readonly<Record<string, ReadonlyArray<Draft>>> = drafts

// First those of each operation, in the order of the contract, then those of the transport.
const names = new Set([...operations.map(({ name }) => name), ...Object.keys(drafts)])

/** Every case of this package, numbered from 1. */
export const cases: ReadonlyArray<Case> = [...names]
  .flatMap((name) => draftsOf[name] ?? [])
  .map((draft, i) => ({ n: i + 1, ...draft }))

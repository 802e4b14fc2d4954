import type { KeyRecord } from "../../keys/KeyRecord.js"
import type { State } from "../../memory/Slice.js"
import * as Day from "../model/Day.js"
import { keyScope, keyTerms } from "../model/scopes.js"
import * as HoldActs from "./holdActs.js"
import { MemoryRows, slice } from "./memoryRows.js"

/** The state in which the scope of a key has the terms of its record, and a higher version. */
export const withTermsOf = (state: State, key: KeyRecord): State => {
  const rows = new MemoryRows(state)
  const [ref, terms] = [keyScope(key), keyTerms(key)]
  const scope = rows.findScope(ref) ?? rows.addScope(ref, terms, Day.of(key.updated_at.epochMillis))
  rows.saveScope(scope, HoldActs.withTerms(scope, terms))
  return slice.write(state, rows.version)
}

import type { Scope } from "@tollgate/core/storage"
import { postgresDialect } from "../../src/spending/postgres/postgresDialect.js"
import * as ScopeRows from "../../src/spending/rows/scopeRows.js"
import type { Row } from "./writtenRows.js"

/** The numbers of a scope by their columns. */
export const numbersOf = (scope: Scope): Row => {
  const charged = ScopeRows.chargedValues(scope)
  const terms = ScopeRows.termValues(scope, postgresDialect)
  return {
    version: scope.version,
    ...Object.fromEntries(ScopeRows.charged.map((name, index) => [name, charged[index]])),
    ...Object.fromEntries(ScopeRows.terms.map((name, index) => [name, terms[index]]))
  }
}

const textOf = (value: unknown) => (value === null ? "" : value === true ? "t" : value === false ? "f" : String(value))

/** The numbers of a row as PostgreSQL packs them. */
export const packed = (row: Row): string => `(${ScopeRows.packedColumns.map((name) => textOf(row[name])).join(",")})`

export const packedOf = (scope: Scope): string => packed(numbersOf(scope))

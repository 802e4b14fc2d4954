import { type KeyRecord, type KeyStore, keyRecords, type ScopedKey } from "@tollgate/core/storage"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { dialectOf } from "../spending/dialectOf.js"
import * as ScopeRows from "../spending/rows/scopeRows.js"
import { compiled } from "../table/compiled.js"
import { table } from "../table/table.js"
import type { Database } from "../transaction/Database.js"
import { KeyCache } from "./KeyCache.js"

type Keys = Context.Tag.Service<KeyStore>
type Row = Readonly<Record<string, unknown>>

interface Found extends ScopedKey {
  /** The instant from which the secret is refused, in milliseconds since 1970; null if it has no end. */
  readonly until: number | null
}

/** Reads the scope of a key from its id and its packed numbers, separated by a space. */
const scopeOf = ({ hash, organization_id }: KeyRecord, text: string) => {
  const end = text.indexOf(" ")
  const [id, packed] = [text.slice(0, end), text.slice(end + 1)]
  return ScopeRows.toScope({ id, organization_id, kind: "key", guardrail_id: "", subject: hash, packed })
}

const toFound = (key: KeyRecord, { scope, until }: Row): Found => ({
  key,
  scope: scope === null ? null : scopeOf(key, String(scope)),
  until: until === null ? null : Number(until)
})

/** Finds the key of a secret and its scope by one statement, or in a cache if the database reports that nothing was committed since. */
export const findScoped = (database: Context.Tag.Service<Database>): NonNullable<Keys["findScoped"]> => {
  const { atVersion, read, sql } = database
  const keys = table(database, keyRecords.table, keyRecords.record)
  const select = compiled(
    sql`SELECT ${keys.columns}, key_secrets.until, (SELECT t.id || ' ' || ${sql.literal(dialectOf(sql).packed("t"))}
  FROM spending_scopes AS t WHERE t.organization_id = api_keys.organization_id AND t.subject = api_keys.hash
    AND t.kind = 'key' AND t.guardrail_id = '') AS scope
FROM key_secrets JOIN api_keys ON api_keys.id = key_secrets.key_id
WHERE key_secrets.secret_hash = ${null} AND (key_secrets.until IS NULL OR key_secrets.until > ${null})`,
    (...values) => values
  )
  const toFirst = keys.firstWith(toFound)
  const cache = new KeyCache<Found>()
  return (secret, at) =>
    atVersion((version) => {
      const now = at.epochMillis
      const cached = version === null ? undefined : cache.get(secret, version, now)
      if (cached !== undefined) {
        return Effect.succeed(cached.until === null || cached.until > now ? Option.some(cached) : Option.none())
      }
      const found = toFirst(read(select(secret, now)))
      if (version === null) return found
      return Effect.map(found, (found) => {
        if (Option.isSome(found)) cache.keep(secret, version, found.value)
        return found
      })
    })
}

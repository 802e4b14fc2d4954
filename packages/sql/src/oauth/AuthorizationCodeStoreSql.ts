import { AuthorizationCodeRecord, AuthorizationCodeStore } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { table } from "../table/table.js"
import { Database } from "../transaction/Database.js"

export const layer = Layer.effect(
  AuthorizationCodeStore,
  Effect.map(Database, (database) => {
    const { sql, write } = database
    const codes = table(database, "authorization_codes", AuthorizationCodeRecord)
    const find = codes.findForUpdate("organization_id", "hash")
    return AuthorizationCodeStore.of({
      insert: codes.insert,
      find: (organization_id, hash) => find({ organization_id, hash }),
      // Single use follows from one conditional UPDATE: of all concurrent attempts, one finds the code unused.
      redeem: ({ at, hash, keyHash, maxFailures, organizationId: organization_id }) =>
        Effect.map(
          write(sql`UPDATE authorization_codes
SET redeemed_at = ${at.epochMillis}, redeemed_key_hash = ${keyHash}
WHERE ${codes.where({ organization_id, hash })}
  AND redeemed_at IS NULL AND failures < ${maxFailures} AND expires_at > ${at.epochMillis}
RETURNING hash`),
          (rows) => rows.length > 0
        ),
      recordFailures: (organization_id, hash, atLeast) =>
        Effect.asVoid(
          write(sql`UPDATE authorization_codes SET failures = ${atLeast}
WHERE ${codes.where({ organization_id, hash })} AND failures < ${atLeast}`)
        ),
      // The only statement without an organization: it deletes expired codes and returns nothing of them.
      deleteExpired: (before, atMost) =>
        Effect.map(
          write(sql`DELETE FROM authorization_codes WHERE hash IN (
  SELECT hash FROM authorization_codes WHERE expires_at < ${before.epochMillis} ORDER BY expires_at LIMIT ${atMost}
) RETURNING 1`),
          (rows) => rows.length
        )
    })
  })
)

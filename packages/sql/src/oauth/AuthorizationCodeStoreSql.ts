import { AuthorizationCodeRecord, AuthorizationCodeStore } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import { inLists } from "../table/batches.js"
import { compiled } from "../table/compiled.js"
import { table } from "../table/table.js"
import { contextOf } from "../transaction/contextOf.js"
import { Database } from "../transaction/Database.js"

export const make = contextOf(
  AuthorizationCodeStore,
  Effect.map(Database, (database) => {
    const { sql, write } = database
    const codes = table(database, "authorization_codes", AuthorizationCodeRecord)
    const find = codes.findForUpdate("organization_id", "hash")
    const redeem = compiled(
      sql`UPDATE authorization_codes SET redeemed_at = ${null}, redeemed_key_hash = ${null}
WHERE organization_id = ${null} AND hash = ${null}
  AND redeemed_at IS NULL AND failures < ${null} AND expires_at > ${null}
RETURNING hash`,
      (...values) => values
    )
    return AuthorizationCodeStore.of({
      insert: codes.insert,
      find: (organization_id, hash) => find({ organization_id, hash }),
      // Single use follows from one conditional UPDATE: of all concurrent attempts, one finds the code unused.
      redeem: ({ at, hash, keyHash, maxFailures, organizationId: organization_id }) =>
        Effect.map(
          write(redeem(at.epochMillis, keyHash, organization_id, hash, maxFailures, at.epochMillis)),
          (rows) => rows.length > 0
        ),
      recordFailures: (organization_id, hash, atLeast) =>
        Effect.asVoid(
          write(sql`UPDATE authorization_codes SET failures = ${atLeast}
WHERE ${codes.where({ organization_id, hash })} AND failures < ${atLeast}`)
        ),
      revoke: (organization_id, users, workspaceId) => {
        const inOne = workspaceId === null ? sql`` : sql` AND workspace_id = ${workspaceId}`
        return Effect.asVoid(
          Effect.forEach(inLists(users), (list) =>
            write(sql`DELETE FROM authorization_codes WHERE organization_id = ${organization_id}${inOne}
  AND COALESCE(user_id, created_by) IN ${sql.in(list)} AND redeemed_at IS NULL`)
          )
        )
      },
      deleteOf: (organization_id, workspace_id) =>
        Effect.asVoid(
          write(sql`DELETE FROM authorization_codes WHERE ${codes.where({ organization_id, workspace_id })}`)
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

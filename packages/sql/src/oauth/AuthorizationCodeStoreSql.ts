import { AuthorizationCode, AuthorizationCodeStore } from "@tollgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { Database } from "../Database.js"
import { columnList, Integer, Money, readOne, Time } from "../rows.js"

const money = { key_limit: Schema.NullOr(Money) }

const plain = {
  ...Struct.omit(AuthorizationCode.fields, "key_limit"),
  key_expires_at: Schema.NullOr(Time),
  created_at: Time,
  expires_at: Time,
  failures: Integer,
  redeemed_at: Schema.NullOr(Time)
}

const readCode = readOne(Schema.Struct({ ...plain, ...money }))

const toRow = (code: AuthorizationCode) => ({
  hash: code.hash,
  organization_id: code.organization_id,
  workspace_id: code.workspace_id,
  user_id: code.user_id,
  created_by: code.created_by,
  callback_url: code.callback_url,
  code_challenge: code.code_challenge,
  code_challenge_method: code.code_challenge_method,
  key_name: code.key_name,
  key_limit: code.key_limit,
  key_limit_reset: code.key_limit_reset,
  key_expires_at: code.key_expires_at?.epochMillis ?? null,
  created_at: code.created_at.epochMillis,
  expires_at: code.expires_at.epochMillis,
  failures: code.failures,
  redeemed_at: code.redeemed_at?.epochMillis ?? null,
  redeemed_key_hash: code.redeemed_key_hash
})

export const layer = Layer.effect(
  AuthorizationCodeStore,
  Effect.map(Database, ({ query, sql }) => {
    const columns = columnList(sql, Object.keys(plain), Object.keys(money))
    return AuthorizationCodeStore.of({
      insert: (code) => Effect.asVoid(query(sql`INSERT INTO authorization_codes ${sql.insert(toRow(code))}`)),
      find: (organizationId, hash) =>
        readCode(
          query(sql`SELECT ${columns} FROM authorization_codes
WHERE organization_id = ${organizationId} AND hash = ${hash}`)
        ),
      // The single use falls out of one conditional write: of all who try, one finds the code unused.
      redeem: ({ at, hash, keyHash, maxFailures, organizationId }) =>
        Effect.map(
          query(sql`UPDATE authorization_codes
SET redeemed_at = ${at.epochMillis}, redeemed_key_hash = ${keyHash}
WHERE organization_id = ${organizationId} AND hash = ${hash}
  AND redeemed_at IS NULL AND failures < ${maxFailures} AND expires_at > ${at.epochMillis}
RETURNING hash`),
          (rows) => rows.length > 0
        ),
      recordFailure: (organizationId, hash) =>
        Effect.asVoid(
          query(sql`UPDATE authorization_codes SET failures = failures + 1
WHERE organization_id = ${organizationId} AND hash = ${hash}`)
        )
    })
  })
)

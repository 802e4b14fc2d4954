import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { ManagementCaller } from "../access/Caller.js"
import type { KeyRecord } from "../keys/KeyRecord.js"
import { KeyStore } from "../keys/KeyStore.js"
import { mintKey } from "../keys/mintKey.js"
import { aboutOnly, unchanged } from "../ports/PendingEntry.js"
import { Transaction } from "../ports/Transaction.js"
import { change } from "../records/change.js"
import { WorkspaceStore } from "../workspaces/WorkspaceStore.js"
import {
  type AuthorizationCodeExchange,
  CodeRefused,
  type ExchangedApiKey,
  PlainChallenges
} from "./AuthorizationCode.js"
import {
  type AuthorizationCodeRecord,
  type CodeHash,
  hashCode,
  MAX_FAILURES,
  userOf
} from "./AuthorizationCodeRecord.js"
import { AuthorizationCodeStore } from "./AuthorizationCodeStore.js"
import { type ExchangeOutcome, verifyExchange } from "./verifyExchange.js"

/** Refuses with the same error for every reason, and logs the reason. */
const refuse = (hash: CodeHash, reason: string) =>
  Effect.zipRight(
    Effect.logInfo("authorization code refused").pipe(Effect.annotateLogs({ reason, code: hash.slice(0, 12) })),
    new CodeRefused()
  )

/** Mints the key that the code was issued for. */
const keyOf = (code: AuthorizationCodeRecord) =>
  mintKey({
    organization_id: code.organization_id,
    workspace_id: code.workspace_id,
    creator_user_id: userOf(code),
    is_management: false,
    is_read_only: false,
    name: code.key_name,
    limit: code.key_limit,
    limit_reset: code.key_limit_reset,
    include_byok_in_limit: false,
    max_in_flight: null,
    expires_at: code.key_expires_at,
    metadata: {},
    external_id: null,
    created_by: code.created_by
  })

/** Marks the code as used and stores the key. Returns null, or the reason if this exchange is not the one that redeems it. */
const redeem = Effect.fnUntraced(function* (hash: CodeHash, key: KeyRecord) {
  const codes = yield* AuthorizationCodeStore
  const keys = yield* KeyStore
  const workspaces = yield* WorkspaceStore
  const { created_at: at, organization_id: organizationId, workspace_id } = key
  const [workspace] = yield* workspaces.findMany(organizationId, [workspace_id])
  if (workspace === undefined) return "its workspace is gone"
  // A removal at this moment waits for the code, which this transaction has locked, and then disables the key.
  const member = yield* workspaces.findMember(organizationId, workspace_id, key.creator_user_id)
  if (Option.isNone(member)) return "its user is not a member of its workspace"
  const terms = { organizationId, hash, keyHash: key.hash, maxFailures: MAX_FAILURES, at }
  if (!(yield* codes.redeem(terms))) return "used at the same moment"
  yield* keys.insert(key)
  const { expires_at, limit, limit_reset, name, creator_user_id } = key
  yield* aboutOnly({
    object: key.hash,
    fields: { name, limit, limit_reset, expires_at, creator_user_id, workspace_id }
  })
  return null
})

/** Writes what follows from the exchange. Returns the reason of a refusal as a value, so that the transaction commits. */
const apply = Effect.fnUntraced(function* (outcome: ExchangeOutcome, code: AuthorizationCodeRecord, key: KeyRecord) {
  const codes = yield* AuthorizationCodeStore
  const keys = yield* KeyStore
  const { hash, organization_id } = code
  if (outcome._tag === "Redeem") return yield* redeem(hash, key)
  if (outcome._tag === "DisableKey") {
    yield* aboutOnly({ object: outcome.keyHash, fields: { disabled: true } })
    yield* keys.update(organization_id, outcome.keyHash, { disabled: true }, key.created_at)
    return outcome.reason
  }
  yield* unchanged
  if (outcome._tag === "CountFailure") yield* codes.recordFailures(organization_id, hash, outcome.failures)
  return outcome.reason
})

/**
 * Exchanges an authorization code for a new key, once (RFC 6749, section 4.1.3, with RFC 7636, section 4.6). The result
 * contains the secret, which cannot be read again later. A wrong verifier counts as a failed attempt; after five the code
 * is unusable. A used code that is presented again with its verifier, more than 10 seconds later, disables the key that it
 * bought. The user of the key must be a member of the code's workspace.
 *
 * Fails with `CodeRefused`, whatever the reason; the log has it.
 *
 * Do not call it inside a transaction of the host that rolls back on `CodeRefused`: the rollback undoes the failed attempt
 * and the disabling too. Call it outside, or catch the refusal inside so that the transaction commits.
 */
export const exchangeCode = Effect.fnUntraced(function* (input: AuthorizationCodeExchange) {
  const { organizationId } = yield* ManagementCaller
  const codes = yield* AuthorizationCodeStore
  const transaction = yield* Transaction
  const now = yield* DateTime.now
  const allowPlain = yield* PlainChallenges
  const hash = hashCode(input.code)
  const found = yield* codes.find(organizationId, hash)
  if (Option.isNone(found)) return yield* refuse(hash, "unknown")
  const outcome = verifyExchange(found.value, input, allowPlain, now)
  if (outcome._tag === "Refuse") return yield* refuse(hash, outcome.reason)
  const { record, secret } = yield* keyOf(found.value)
  // Another exchange may have come in between: the code as it is inside the transaction decides.
  const decide = Effect.flatMap(
    codes.find(organizationId, hash),
    Option.match({
      onNone: () => Effect.succeed("unknown"),
      onSome: (code) => apply(verifyExchange(code, input, allowPlain, now), code, record)
    })
  )
  const reason = yield* transaction.run(decide)
  if (reason !== null) return yield* refuse(hash, reason)
  const exchanged: ExchangedApiKey = { key: secret, user_id: found.value.user_id }
  return exchanged
}, change("oauth.exchangeCode"))

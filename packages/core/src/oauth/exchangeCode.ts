import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { ManagementCaller } from "../access/Caller.js"
import type { KeyRecord } from "../keys/KeyRecord.js"
import { KeyStore } from "../keys/KeyStore.js"
import { mintKey } from "../keys/mintKey.js"
import { Transaction } from "../ports/Transaction.js"
import { withSpan } from "../runtime/withSpan.js"
import { WorkspaceStore } from "../workspaces/WorkspaceStore.js"
import {
  type AuthorizationCodeExchange,
  CodeRefused,
  type ExchangedApiKey,
  PlainChallenges
} from "./AuthorizationCode.js"
import { type AuthorizationCodeRecord, type CodeHash, hashCode, MAX_FAILURES } from "./AuthorizationCodeRecord.js"
import { AuthorizationCodeStore } from "./AuthorizationCodeStore.js"
import { type Verdict, verifyExchange } from "./verifyExchange.js"

/** Every refusal reads the same to the caller; the log has the reason. */
const refuse = (hash: CodeHash, reason: string) =>
  Effect.zipRight(
    Effect.logInfo("authorization code refused").pipe(Effect.annotateLogs({ reason, code: hash.slice(0, 12) })),
    new CodeRefused()
  )

/** The key that a code buys. */
const keyOf = (code: AuthorizationCodeRecord) =>
  mintKey({
    organization_id: code.organization_id,
    workspace_id: code.workspace_id,
    creator_user_id: code.user_id ?? code.created_by,
    is_management: false,
    name: code.key_name,
    limit: code.key_limit,
    limit_reset: code.key_limit_reset,
    include_byok_in_limit: false,
    expires_at: code.key_expires_at
  })

/** Marks the code as used and stores the key, where this is the one exchange that redeems it; or else why it is not. */
const redeem = Effect.fnUntraced(function* (hash: CodeHash, key: KeyRecord) {
  const codes = yield* AuthorizationCodeStore
  const keys = yield* KeyStore
  const workspaces = yield* WorkspaceStore
  const { created_at: at, organization_id: organizationId, workspace_id } = key
  if (Option.isNone(yield* workspaces.find(organizationId, workspace_id))) return "its workspace is gone"
  const terms = { organizationId, hash, keyHash: key.hash, maxFailures: MAX_FAILURES, at }
  if (!(yield* codes.redeem(terms))) return "used at the same moment"
  yield* keys.insert(key)
  return null
})

/** Does what a verdict says. What a refusal leaves written stays written, whoever undoes the transaction around it. */
const carryOut = Effect.fnUntraced(function* (verdict: Verdict, code: AuthorizationCodeRecord, key: KeyRecord) {
  const codes = yield* AuthorizationCodeStore
  const keys = yield* KeyStore
  const transaction = yield* Transaction
  const { hash, organization_id } = code
  if (verdict._tag === "Redeem") return yield* redeem(hash, key)
  if (verdict._tag === "CountFailure") {
    yield* transaction.keep(codes.recordFailures(organization_id, hash, verdict.failures))
  } else if (verdict._tag === "DisableKey") {
    const disabled = keys.update(organization_id, verdict.keyHash, { disabled: true }, key.created_at)
    yield* transaction.keep(Effect.asVoid(disabled))
  }
  return verdict.reason
})

/** Exchanges an authorization code for a new key, once. The secret is in this answer and nowhere else. */
export const exchangeCode = Effect.fnUntraced(function* (input: AuthorizationCodeExchange) {
  const { organizationId } = yield* ManagementCaller
  const codes = yield* AuthorizationCodeStore
  const transaction = yield* Transaction
  const now = yield* DateTime.now
  const allowPlain = yield* PlainChallenges
  const hash = hashCode(input.code)
  const found = yield* codes.find(organizationId, hash)
  if (Option.isNone(found)) return yield* refuse(hash, "unknown")
  const verdict = verifyExchange(found.value, input, allowPlain, now)
  if (verdict._tag === "Refuse") return yield* refuse(hash, verdict.reason)
  const { record, secret } = yield* keyOf(found.value)
  // Others may have come in between, so what decides is the code as it stands inside of the transaction.
  const decide = Effect.flatMap(
    codes.find(organizationId, hash),
    Option.match({
      onNone: () => Effect.succeed("unknown"),
      onSome: (code) => carryOut(verifyExchange(code, input, allowPlain, now), code, record)
    })
  )
  const reason = yield* transaction.run(decide)
  if (reason !== null) return yield* refuse(hash, reason)
  const exchanged: ExchangedApiKey = { key: secret, user_id: found.value.user_id }
  return exchanged
}, withSpan("oauth.exchangeCode"))

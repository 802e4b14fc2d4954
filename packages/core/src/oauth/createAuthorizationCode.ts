import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { inTheFuture } from "../keys/Expiry.js"
import { withSpan } from "../runtime/withSpan.js"
import { inWorkspace } from "../workspaces/inWorkspace.js"
import {
  type AuthorizationCode,
  ChallengeRefused,
  type NewAuthorizationCode,
  PlainChallenges
} from "./AuthorizationCode.js"
import {
  type AuthorizationCodeRecord,
  CODE_KEPT_MILLIS,
  CODE_LIFETIME_MILLIS,
  hashCode,
  mintCode
} from "./AuthorizationCodeRecord.js"
import { AuthorizationCodeStore } from "./AuthorizationCodeStore.js"
import type { ChallengeMethod } from "./Pkce.js"

/** How many old codes go for each new one at most, so that they become fewer and nobody waits long. */
const DELETED_AT_ONCE = 100

const readChallenge = Effect.fnUntraced(function* (input: NewAuthorizationCode) {
  const { code_challenge: challenge, code_challenge_method: stated } = input
  if (challenge === undefined) return stated === undefined ? null : yield* new ChallengeRefused({ method: stated })
  const method: ChallengeMethod = stated ?? "S256"
  if (method === "plain" && !(yield* PlainChallenges)) return yield* new ChallengeRefused({ method })
  return { challenge, method }
})

/** Issues a code, after a user's consent, that an application exchanges for a key. The code is in the answer only. */
export const createAuthorizationCode = Effect.fnUntraced(function* (input: NewAuthorizationCode) {
  const caller = yield* ManagementCaller
  const pkce = yield* readChallenge(input)
  const now = yield* DateTime.now
  yield* inTheFuture(input.expires_at, now)
  const secret = yield* mintCode
  const code: AuthorizationCodeRecord = {
    hash: hashCode(secret),
    organization_id: caller.organizationId,
    workspace_id: input.workspace_id ?? caller.workspaceId,
    user_id: input.user_id,
    created_by: caller.userId,
    callback_url: input.callback_url,
    code_challenge: pkce?.challenge ?? null,
    code_challenge_method: pkce?.method ?? null,
    key_name: input.key_label,
    key_limit: input.limit,
    key_limit_reset: input.usage_limit_type,
    key_expires_at: input.expires_at,
    created_at: now,
    expires_at: DateTime.add(now, { millis: CODE_LIFETIME_MILLIS }),
    failures: 0,
    redeemed_at: null,
    redeemed_key_hash: null
  }
  const codes = yield* AuthorizationCodeStore
  const longExpired = DateTime.subtract(now, { millis: CODE_KEPT_MILLIS })
  yield* inWorkspace(code, Effect.zipRight(codes.deleteExpired(longExpired, DELETED_AT_ONCE), codes.insert(code)))
  const issued: AuthorizationCode = { id: secret, created_at: code.created_at, expires_at: code.expires_at }
  return issued
}, withSpan("oauth.createAuthorizationCode"))

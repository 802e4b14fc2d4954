import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { manager } from "../Caller.js"
import { ExpiryInThePast } from "../keys/ApiKey.js"
import { ownWorkspace } from "../workspaces/ownWorkspace.js"
import {
  type AuthorizationCode,
  ChallengeRefused,
  CODE_LIFETIME_MILLIS,
  hashCode,
  mintCode,
  type NewAuthorizationCode,
  PlainChallenges
} from "./AuthorizationCode.js"
import { AuthorizationCodeStore } from "./AuthorizationCodeStore.js"
import type { ChallengeMethod } from "./Pkce.js"

const readChallenge = Effect.fnUntraced(function* (input: NewAuthorizationCode) {
  if (input.code_challenge === undefined) {
    return input.code_challenge_method === undefined ? null : yield* new ChallengeRefused()
  }
  const method: ChallengeMethod = input.code_challenge_method ?? "S256"
  if (method === "plain" && !(yield* PlainChallenges)) return yield* new ChallengeRefused()
  return { challenge: input.code_challenge, method }
})

/** Issues a code, after a user's consent, that an application exchanges for a key. The code is in the answer only. */
export const createAuthorizationCode = Effect.fn("oauth.createAuthorizationCode")(function* (
  input: NewAuthorizationCode
) {
  const caller = yield* manager
  const pkce = yield* readChallenge(input)
  const now = yield* DateTime.now
  if (input.expires_at !== null && DateTime.lessThanOrEqualTo(input.expires_at, now)) {
    return yield* new ExpiryInThePast()
  }
  const secret = yield* mintCode
  const code: AuthorizationCode = {
    hash: hashCode(secret),
    organization_id: caller.organizationId,
    workspace_id: yield* ownWorkspace(input.workspace_id),
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
  yield* codes.insert(code)
  return { id: secret, created_at: code.created_at, expires_at: code.expires_at }
})

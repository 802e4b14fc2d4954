import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { ManagementCaller } from "../access/Caller.js"
import { inTheFuture } from "../keys/Expiry.js"
import { requireMember } from "../organizations/requireMember.js"
import { about } from "../ports/PendingEntry.js"
import { change } from "../records/change.js"
import { inPlace, resolvePlace } from "../workspaces/Place.js"
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
import { type ChallengeMethod, isS256Challenge } from "./Pkce.js"

/** Maximum number of old codes deleted for each new one: more than one, so that they become fewer, and a bounded amount of work. */
const DELETED_AT_ONCE = 100

const readChallenge = Effect.fnUntraced(function* (input: NewAuthorizationCode) {
  const { code_challenge: challenge, code_challenge_method: stated } = input
  const method: ChallengeMethod = stated ?? "S256"
  const refuse = (problem: ChallengeRefused["problem"]) => new ChallengeRefused({ method, problem })
  if (challenge === undefined) return stated === undefined ? null : yield* refuse("missing")
  if (method === "plain" && !(yield* PlainChallenges)) return yield* refuse("not_accepted")
  if (method === "S256" && !isS256Challenge(challenge)) return yield* refuse("malformed")
  return { challenge, method }
})

/**
 * Issues an authorization code, after a user's consent, that an application exchanges for a key (RFC 6749, section 4.1).
 * The result contains the code; only its hash is stored. The code expires after 10 minutes and works once. Each call also
 * deletes up to 100 codes that expired more than a day ago.
 *
 * Fails with `ChallengeRefused`, `ExpiryInThePast`, `WorkspaceNotFound` or `UserNotInOrganization`.
 */
export const createAuthorizationCode = Effect.fnUntraced(function* (input: NewAuthorizationCode) {
  const caller = yield* ManagementCaller
  const pkce = yield* readChallenge(input)
  const now = yield* DateTime.now
  yield* inTheFuture(input.expires_at, now)
  const place = yield* resolvePlace(input.workspace_id)
  const secret = yield* mintCode
  const code: AuthorizationCodeRecord = {
    hash: hashCode(secret),
    organization_id: place.organization_id,
    workspace_id: place.workspace_id,
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
  // A plain challenge is the verifier.
  const secrets = pkce !== null && { code_challenge: Redacted.make(pkce.challenge) }
  // A query may hold a state of the application that nobody else should know.
  const [callback_url] = input.callback_url.split(/[?#]/, 1)
  yield* about({ object: code.hash, fields: { callback_url, ...secrets } })
  const codes = yield* AuthorizationCodeStore
  const longExpired = DateTime.subtract(now, { millis: CODE_KEPT_MILLIS })
  const store = Effect.zipRight(codes.deleteExpired(longExpired, DELETED_AT_ONCE), codes.insert(code))
  const isMember = requireMember(caller.organizationId, "user_id", input.user_id)
  yield* inPlace(place, Effect.zipRight(isMember, store))
  const issued: AuthorizationCode = { id: secret, created_at: code.created_at, expires_at: code.expires_at }
  return issued
}, change("oauth.createAuthorizationCode"))

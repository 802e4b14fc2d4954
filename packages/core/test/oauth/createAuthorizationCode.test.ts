import { createHash } from "node:crypto"
import { describe, expect, it } from "@effect/vitest"
import {
  addOrganizationMember,
  ChallengeRefused,
  createAuthorizationCode,
  ExpiryInThePast,
  exchangeCode,
  PlainChallenges,
  UserId,
  UserNotInOrganization,
  WorkspaceNotFound
} from "@tollgate/core"
import { AuthorizationCodeStore } from "@tollgate/core/storage"
import { aMember, anAuthorizationCode, anExchange } from "@tollgate/testing/accounts"
import { DateTime, Effect, Option, Redacted, Schema, TestClock } from "effect"
import { hashCode } from "../../src/oauth/AuthorizationCodeRecord.js"
import { CallbackUrl } from "../../src/oauth/CallbackUrl.js"
import { inMemory, openAccount } from "../support/account.js"
import { challenge } from "../support/oauth.js"

describe("createAuthorizationCode", () => {
  inMemory("issues 256 random bits that live ten minutes, and keeps only their hash", () =>
    Effect.gen(function* () {
      const { asManager, organization, workspace } = yield* openAccount()
      yield* asManager(addOrganizationMember(aMember("ada")))
      const input = anAuthorizationCode({ limit: 2.5, usage_limit_type: "monthly", key_label: "App", user_id: "ada" })
      const { created_at, expires_at, id } = yield* asManager(createAuthorizationCode(input))
      expect(Redacted.value(id)).toMatch(/^[A-Za-z0-9_-]{43}$/)
      expect(expires_at.epochMillis - created_at.epochMillis).toBe(600_000)
      const codes = yield* AuthorizationCodeStore
      const hash = createHash("sha256").update(Redacted.value(id)).digest("hex")
      expect(hashCode(id)).toBe(hash)
      const row = yield* Effect.flatten(codes.find(organization.id, hashCode(id)))
      expect(row).toEqual({
        hash,
        organization_id: organization.id,
        workspace_id: workspace.id,
        user_id: "ada",
        created_by: "Acme-owner",
        callback_url: "https://app.example/callback",
        code_challenge: null,
        code_challenge_method: null,
        key_name: "App",
        key_limit: 2_500_000_000n,
        key_limit_reset: "monthly",
        key_expires_at: null,
        created_at,
        expires_at,
        failures: 0,
        redeemed_at: null,
        redeemed_key_hash: null
      })
    })
  )

  inMemory("takes a challenge without a method as S256, and no method without a challenge", () =>
    Effect.gen(function* () {
      const { asManager, organization } = yield* openAccount()
      const codes = yield* AuthorizationCodeStore
      const methodOf = (input: Parameters<typeof anAuthorizationCode>[0]) =>
        Effect.gen(function* () {
          const { id } = yield* asManager(createAuthorizationCode(anAuthorizationCode(input)))
          return (yield* Effect.flatten(codes.find(organization.id, hashCode(id)))).code_challenge_method
        })
      expect(yield* methodOf({ code_challenge: challenge })).toBe("S256")
      expect(yield* methodOf({ code_challenge: challenge, code_challenge_method: "plain" })).toBe("plain")
      expect(yield* methodOf({})).toBe(null)
      expect(yield* Effect.flip(methodOf({ code_challenge_method: "S256" }))).toEqual(
        new ChallengeRefused({ method: "S256", problem: "missing" })
      )
    })
  )

  inMemory(
    "takes an S256 challenge of exactly 43 characters of base64url, and a plain one of 43 to 128 characters",
    () =>
      Effect.gen(function* () {
        const { asManager } = yield* openAccount()
        const issue = (code_challenge: string, code_challenge_method?: "S256" | "plain") =>
          asManager(
            createAuthorizationCode(
              anAuthorizationCode({ code_challenge, ...(code_challenge_method && { code_challenge_method }) })
            )
          )
        const malformed = new ChallengeRefused({ method: "S256", problem: "malformed" })
        for (const wrong of ["a".repeat(44), "a".repeat(128), `${"a".repeat(42)}.`, `${"a".repeat(42)}~`]) {
          expect(yield* Effect.flip(issue(wrong))).toEqual(malformed)
          expect(yield* Effect.flip(issue(wrong, "S256"))).toEqual(malformed)
          yield* issue(wrong, "plain")
        }
        yield* issue(challenge)
        yield* issue("a".repeat(43), "S256")
      })
  )

  inMemory("refuses a user who does not belong to the organization, and stores nothing", () =>
    Effect.gen(function* () {
      const { asManager, organization } = yield* openAccount()
      const stranger = yield* openAccount("Stranger")
      const codes = yield* AuthorizationCodeStore
      const inserted: Array<unknown> = []
      const watched = AuthorizationCodeStore.of({
        ...codes,
        insert: (code) =>
          Effect.zipRight(
            Effect.sync(() => inserted.push(code)),
            codes.insert(code)
          )
      })
      const issue = (user_id: string) =>
        Effect.provideService(
          asManager(createAuthorizationCode(anAuthorizationCode({ user_id }))),
          AuthorizationCodeStore,
          watched
        )
      for (const user of ["nobody", stranger.organization.owner_user_id]) {
        expect(yield* Effect.flip(issue(user))).toEqual(
          new UserNotInOrganization({ user_id: UserId.make(user), field: "user_id" })
        )
      }
      expect(inserted).toEqual([])
      yield* issue(organization.owner_user_id)
    })
  )

  inMemory("refuses plain challenges where they are switched off, and S256 ones never", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const issue = (code_challenge_method: "S256" | "plain") =>
        asManager(
          createAuthorizationCode(anAuthorizationCode({ code_challenge: challenge, code_challenge_method }))
        ).pipe(Effect.provideService(PlainChallenges, false))
      expect(yield* Effect.flip(issue("plain"))).toEqual(
        new ChallengeRefused({ method: "plain", problem: "not_accepted" })
      )
      yield* issue("S256")
    })
  )

  inMemory("refuses a key that would have expired, and another organization's workspace", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const stranger = yield* openAccount("Stranger")
      yield* TestClock.setTime(60_000)
      const past = createAuthorizationCode(anAuthorizationCode({ expires_at: "1970-01-01T00:01:00Z" }))
      expect(yield* Effect.flip(asManager(past))).toEqual(
        new ExpiryInThePast({ expires_at: DateTime.unsafeMake(60_000) })
      )
      const foreign = createAuthorizationCode(anAuthorizationCode({ workspace_id: stranger.workspace.id }))
      expect(yield* Effect.flip(asManager(foreign))).toEqual(WorkspaceNotFound.of(stranger.workspace.id))
    })
  )

  inMemory("deletes what expired more than a day ago, used or not, a hundred codes at a time", () =>
    Effect.gen(function* () {
      const { asManager, organization } = yield* openAccount()
      const stranger = yield* openAccount("Stranger")
      const codes = yield* AuthorizationCodeStore
      const issue = asManager(createAuthorizationCode(anAuthorizationCode()))
      const old = yield* Effect.replicateEffect(issue, 150)
      const [first] = old
      if (first === undefined) return expect.fail("no code")
      yield* asManager(exchangeCode(anExchange({ code: Redacted.value(first.id) })))
      const left = Effect.map(
        Effect.forEach(old, ({ id }) => codes.find(organization.id, hashCode(id))),
        (found) => found.filter(Option.isSome).length
      )
      yield* TestClock.adjust("24 hours").pipe(Effect.zipRight(TestClock.adjust("10 minutes")))
      yield* issue
      expect(yield* left).toBe(150)
      yield* TestClock.adjust("1 millis")
      yield* issue
      expect(yield* left).toBe(50)
      yield* stranger.asManager(createAuthorizationCode(anAuthorizationCode()))
      expect(yield* left).toBe(0)
    })
  )

  it.each([
    "https://app.example",
    "https://app.example:8443/callback?a=b",
    "http://localhost:3000/callback",
    "http://127.0.0.1/",
    "http://[::1]:9/"
  ])("sends users back to %s", (url) => {
    expect(Schema.is(CallbackUrl)(url)).toBe(true)
  })

  it.each([
    "http://app.example/",
    "http://localhost.evil.example/",
    "https://user:pass@app.example/",
    "https://user@app.example/",
    "https://app.example/#token",
    "https://app.example/#",
    "https://app.example/\nSet-Cookie: a=b",
    " https://app.example/",
    "javascript:alert(1)",
    "ftp://app.example/",
    "app.example",
    "",
    `https://app.example/${"a".repeat(2048)}`
  ])("refuses the callback URL %j", (url) => {
    expect(Schema.is(CallbackUrl)(url)).toBe(false)
  })
})

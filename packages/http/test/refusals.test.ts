import { describe, expect, it } from "@effect/vitest"
import { Refusals } from "@tollgate/core"
import { Arbitrary, Effect, FastCheck, Schema } from "effect"
import { accessOf } from "../src/api/Access.js"
import type { RefusalTag } from "../src/api/errorTable.js"
import { toHttpError } from "../src/request/toHttpError.js"

/** What each released refusal reads: its status, and the word that a caller acts on. */
const answers: { readonly [T in RefusalTag]?: readonly [status: number, ...reasons: ReadonlyArray<string>] } = {
  AlreadyMember: [400, "already_member"],
  BudgetExceeded: [402, "budget_spent", "budget_held"],
  ByokNotFound: [404, "not_found"],
  ChallengeRefused: [400, "challenge_refused"],
  CodeRefused: [400, "code_refused"],
  CostTooLarge: [400, "cost_too_large"],
  ExpiryInThePast: [400, "expiry_in_the_past"],
  GuardrailNotFound: [404, "not_found"],
  GatewayKeyRequired: [403, "gateway_key_required"],
  CredentialsNotServed: [403, "credentials_not_served"],
  HoldConflict: [409, "hold_conflict"],
  HoldEnded: [409, "hold_ended"],
  HoldNotSettled: [409, "hold_not_settled"],
  HoldNotUnknown: [409, "hold_not_unknown"],
  HoldNotFound: [404, "hold_not_found"],
  IntervalRequired: [400, "interval_required"],
  InvalidCredential: [401, "invalid_credential"],
  InvalidInput: [400, "invalid_input"],
  KeyNotFound: [404, "not_found"],
  KeyRefused: [403, "key_refused"],
  LastManagementKey: [400, "last_management_key"],
  ManagementKeyRequired: [403, "management_key_required"],
  OrganizationNotFound: [404, "not_found"],
  PolicyRefused: [403, "model_not_allowed", "provider_not_allowed", "zdr_required"],
  PresetNotFound: [404, "not_found"],
  SlugTaken: [400, "slug_taken"],
  StorageFailure: [500, "storage_unavailable", "storage_unknown"],
  UserNotInOrganization: [400, "user_not_in_organization"],
  WorkspaceNotFound: [404, "not_found"]
}

describe("a refusal", () => {
  const any = Arbitrary.make(Schema.Union(...Object.values(Refusals)))
  const some = FastCheck.sample(any, { numRuns: 1000, seed: 1 })

  it.effect.each(Object.keys(Refusals))("reads on the wire what its row says: %s", (tag) =>
    Effect.gen(function* () {
      const refusals = some.filter((one) => one._tag === tag)
      expect(refusals.length).toBeGreaterThan(0)
      for (const one of refusals) {
        const { error } = yield* Effect.flip(toHttpError(one))
        const [status, ...reasons] = answers[one._tag] ?? [Refusals[one._tag].status, one.reason]
        expect(error.code).toBe(status)
        expect(reasons).toContain(error.metadata?.["reason"])
        expect(one.status).toBe(status)
      }
    })
  )

  it("has no field of the name of what all of them have", () => {
    const common = ["cause", "details", "issues", "message", "name", "reason", "stack", "status"]
    const taken = Object.entries(Refusals).flatMap(([tag, { fields }]) =>
      common.filter((name) => name in fields).map((name) => `${tag}.${name}`)
    )
    // These state the property itself.
    expect(taken).toEqual([
      "BoostRefused.reason",
      "BudgetExceeded.reason",
      "InvalidInput.issues",
      "MoreRefused.reason",
      "PolicyRefused.reason",
      "RunRefused.reason",
      "StorageFailure.cause"
    ])
  })
})

describe("an endpoint", () => {
  it("without a required key is rejected", () => {
    expect(() => accessOf("listEverything", new Set([{ key: "@tollgate/http/RateLimited" }]))).toThrow(
      "listEverything requires no key: end its endpoint with .middleware(ManagementKey)."
    )
  })
})

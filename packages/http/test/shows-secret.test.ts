import { describe, expect, it } from "@effect/vitest"
import { operations, showsSecret } from "@tollgate/http"

describe("Of the operations with an idempotency key", () => {
  it("those have sealed answers that show a key or a code, or may show anything", () => {
    const secret = operations
      .filter(({ takesIdempotencyKey }) => takesIdempotencyKey)
      .filter((one) => showsSecret(one)())
    expect(secret.map(({ name }) => name).sort()).toEqual([
      "createAuthorizationCode",
      "createKey",
      // The configuration of a preset may hold any JSON.
      "createPreset",
      "createPresetVersion",
      "exchangeCode",
      "rotateKey",
      "updatePreset"
    ])
  })
})

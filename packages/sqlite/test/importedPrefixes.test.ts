import { createHash } from "node:crypto"
import { describe, expect, it } from "@effect/vitest"
import {
  authenticate,
  createOrganization,
  hostCaller,
  InvalidCredential,
  identifyKey,
  importKeys,
  ManagementCaller,
  NewImportedKeys
} from "@tollgate/core"
import { anOrganization } from "@tollgate/testing"
import { Effect, Layer, Redacted, Schema, TestClock } from "effect"
import { emptyFile, inFile } from "./support/files.js"

const PREFIX = "sk-or-v1-"
const secret = Redacted.make(`${PREFIX}alice`)

const input = Schema.decodeSync(NewImportedKeys)({
  prefix: PREFIX,
  keys: [{ secret_hash: createHash("sha256").update(Redacted.value(secret)).digest("hex"), name: "Alice" }]
})

describe("A prefix that another process has imported", () => {
  it.scoped("is known after at most five seconds; until then no query is made for it", () =>
    Effect.gen(function* () {
      const file = yield* emptyFile
      const [importing, other] = [yield* Layer.build(inFile(file)), yield* Layer.build(inFile(file))]
      const refused = Effect.provide(Effect.flip(authenticate(secret)), other)
      // Reads that there is no prefix.
      expect(yield* refused).toEqual(new InvalidCredential())
      const { hashes } = yield* Effect.gen(function* () {
        const { organization } = yield* createOrganization(anOrganization())
        return yield* Effect.provideServiceEffect(importKeys(input), ManagementCaller, hostCaller(organization.id))
      }).pipe(Effect.provide(importing))
      const found = Effect.map(identifyKey(secret), ({ key }) => key.hash)
      expect(yield* Effect.provide(found, importing)).toBe(hashes[0])
      yield* TestClock.adjust("4999 millis")
      expect(yield* refused).toEqual(new InvalidCredential())
      yield* TestClock.adjust("1 millis")
      expect(yield* Effect.provide(found, other)).toBe(hashes[0])
      // Of a clock that was set back, nothing is concluded.
      yield* TestClock.setTime(0)
      expect(yield* Effect.provide(found, other)).toBe(hashes[0])
    })
  )
})

import { describe, expect } from "@effect/vitest"
import {
  createByokCredential,
  deleteByokCredential,
  GatewayCaller,
  openCredential,
  ServeCredentials,
  updateByokCredential
} from "@tollgate/core"
import { aByokCredential, aByokPatch } from "@tollgate/testing"
import { Effect, Logger, Redacted, TestClock } from "effect"
import { inMemory } from "../support/account.js"
import { asHost, openSpender } from "./support/spender.js"

const SECRET = "sk-a-secret-of-a-provider"

/** What a gateway gets: the secret, or the tag of the refusal. */
const open = (id: string, credential: string, caller = asHost) =>
  openCredential(id, credential).pipe(
    Effect.provideService(GatewayCaller, caller),
    Effect.provideService(ServeCredentials, true),
    Effect.map(({ key }) => Redacted.value(key)),
    Effect.catchAll(({ _tag }) => Effect.succeed(_tag))
  )

const opened = Effect.gen(function* () {
  const account = yield* openSpender
  const add = (fields: Parameters<typeof aByokCredential>[0] = {}) =>
    account.asManager(createByokCredential(aByokCredential({ key: SECRET, ...fields })))
  const { id: credential } = yield* add()
  const hold = (input: Parameters<typeof account.hold>[1] = {}) =>
    Effect.map(account.hold(account.ordinaryKey, { credential: "any", ...input }), ({ data }) => data.id)
  return { ...account, add, credential, id: yield* hold(), open: hold }
})

describe("openCredential", () => {
  inMemory("opens a credential of the plan while the hold is open, also once it was sent", () =>
    Effect.gen(function* () {
      const { credential, id, sent } = yield* opened
      expect(yield* open(id, credential)).toBe(SECRET)
      expect(yield* open(id.toUpperCase(), credential.toUpperCase())).toBe(SECRET)
      yield* sent(id)
      expect(yield* open(id, credential)).toBe(SECRET)
    })
  )

  inMemory("opens nothing unless the host allows it, whatever is named", () =>
    Effect.gen(function* () {
      const { credential, id } = yield* opened
      for (const [hold, named] of [
        [id, credential],
        ["nothing", "nothing"]
      ] as const) {
        const refused = yield* Effect.flip(Effect.provideService(openCredential(hold, named), GatewayCaller, asHost))
        expect(refused).toMatchObject({ _tag: "CredentialsNotServed", reason: "credentials_not_served" })
      }
    })
  )

  inMemory("opens nothing of another organization's hold", () =>
    Effect.gen(function* () {
      const { credential, id } = yield* opened
      const { organization } = yield* openSpender
      expect(yield* open(id, credential, { organizationId: organization.id })).toBe("HoldNotFound")
    })
  )

  inMemory("opens nothing once the hold has ended or its lease has passed", () =>
    Effect.gen(function* () {
      const { credential, id, open: hold, release } = yield* opened
      const leased = yield* hold({ lease_seconds: 60 })
      yield* TestClock.adjust("59 seconds")
      expect(yield* open(leased, credential)).toBe(SECRET)
      yield* TestClock.adjust("1 second")
      expect(yield* open(leased, credential)).toBe("HoldEnded")
      yield* release(id)
      expect(yield* open(id, credential)).toBe("HoldEnded")
    })
  )

  inMemory("opens no credential that the plan does not have, or that is gone or disabled", () =>
    Effect.gen(function* () {
      const { add, asManager, credential, id, open: hold } = yield* opened
      const later = yield* add()
      for (const named of [later.id, "null", "", "abc"]) expect(yield* open(id, named)).toBe("ByokNotFound")
      expect(yield* open(yield* hold({ credential: "own" }), credential)).toBe("ByokNotFound")
      yield* asManager(updateByokCredential(credential, aByokPatch({ disabled: true })))
      expect(yield* open(id, credential)).toBe("ByokNotFound")
      yield* asManager(updateByokCredential(credential, aByokPatch({ disabled: false })))
      expect(yield* open(id, credential)).toBe(SECRET)
      yield* asManager(deleteByokCredential(credential))
      expect(yield* open(id, credential)).toBe("ByokNotFound")
    })
  )

  inMemory("logs which hold and credential, and never the secret", () =>
    Effect.gen(function* () {
      const { credential, id } = yield* opened
      const lines: Array<string> = []
      const logger = Logger.map(Logger.logfmtLogger, (line) => void lines.push(line))
      yield* Effect.provide(open(id, credential), Logger.replace(Logger.defaultLogger, logger))
      yield* Effect.provide(open(id, "abc"), Logger.replace(Logger.defaultLogger, logger))
      expect(lines).toEqual([expect.stringMatching(/level=INFO .*message="credential opened"/)])
      expect(lines[0]).toContain(`hold=${id} credential=${credential}`)
      expect(lines.join()).not.toContain(SECRET)
    })
  )
})

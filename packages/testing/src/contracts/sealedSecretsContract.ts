import { expect } from "@effect/vitest"
import {
  ByokStore,
  FORGOTTEN,
  isOfCredential,
  type SealedSecret,
  SealedSecrets,
  Transaction,
  WebhookStore
} from "@tollgate/core/storage"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Struct from "effect/Struct"
import { aByokRecord } from "../byok.js"
import { aHome } from "../organizations.js"
import { aWebhookRecord } from "../webhooks.js"
import { contract } from "./contract.js"
import { plain } from "./plain.js"

const ofCredential = Struct.pick("organization_id", "workspace_id", "id", "provider", "sealed")
const ofWebhook = Struct.pick("organization_id", "id", "sealed")
const sealed = Uint8Array.of(2, 2)

/** Two credentials and a webhook of two organizations, in the order of their ids. */
const stored = Effect.gen(function* () {
  const credentials = yield* ByokStore
  const webhooks = yield* WebhookStore
  const secrets = yield* SealedSecrets
  const { run } = yield* Transaction
  const [home, other] = [yield* aHome(), yield* aHome("Other")]
  const made = [yield* aByokRecord(home), yield* aByokRecord(other)]
  for (const record of made) yield* credentials.insert(record)
  const webhook = yield* aWebhookRecord(other)
  yield* webhooks.insert(webhook)
  const all: ReadonlyArray<SealedSecret> = [...made.map(ofCredential), ofWebhook(webhook)]
  const [first, second, third] = all.toSorted((one, two) => (one.id < two.id ? -1 : 1))
  if (first === undefined || second === undefined || third === undefined) return expect.fail("no records")
  /** Gives one of them other sealed bytes. */
  const change = (one: SealedSecret, sealed: Uint8Array) =>
    isOfCredential(one)
      ? credentials.update(one.organization_id, one.id, { sealed })
      : webhooks.update(one.organization_id, one.id, { sealed })
  return { change, secrets, run, first, second, third }
})

/** Promises of every `SealedSecrets`. */
export const sealedSecretsContract = contract<ByokStore | SealedSecrets | Transaction | WebhookStore>(
  "SealedSecrets",
  (promise) => {
    promise("lists the sealed secrets of all organizations in parts", () =>
      Effect.gen(function* () {
        const { first, second, secrets, third } = yield* stored
        expect(plain(yield* secrets.list(null, 2))).toEqual(plain([first, second]))
        expect(plain(yield* secrets.list(second.id, 2))).toEqual(plain([third]))
        expect(yield* secrets.list(third.id, 2)).toEqual([])
      })
    )

    promise("lists none that was forgotten", () =>
      Effect.gen(function* () {
        const { change, first, second, secrets, third } = yield* stored
        for (const one of [first, third]) yield* change(one, FORGOTTEN)
        expect(plain(yield* secrets.list(null, 10))).toEqual(plain([second]))
      })
    )

    promise("replaces secrets, except one that has changed since it was read", () =>
      Effect.gen(function* () {
        const { change, first, second, secrets, third } = yield* stored
        const changes = (yield* secrets.list(null, 10)).map((before) => ({ before, sealed }))
        const changed = Uint8Array.of(1, 1)
        yield* change(second, changed)
        expect(yield* secrets.replace(changes)).toBe(2)
        const after = [
          { ...first, sealed },
          { ...second, sealed: changed },
          { ...third, sealed }
        ]
        expect(plain(yield* secrets.list(null, 10))).toEqual(plain(after))
        expect(yield* secrets.replace(changes)).toBe(0)
      })
    )

    promise("lets others read while secrets are replaced", () =>
      Effect.gen(function* () {
        const { first, run, second, secrets, third } = yield* stored
        const changes = (yield* secrets.list(null, 10)).map((before) => ({ before, sealed }))
        const [replaced, read] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const replacing = Effect.zipLeft(secrets.replace(changes), Deferred.succeed(replaced, undefined))
        const fiber = yield* Effect.fork(run(Effect.zipLeft(replacing, Deferred.await(read))))
        yield* Deferred.await(replaced)
        // The transaction ends only after this, so it would be too late for one who waits for it.
        expect(plain(yield* secrets.list(null, 10))).toEqual(plain([first, second, third]))
        yield* Deferred.succeed(read, undefined)
        expect(yield* Fiber.join(fiber)).toBe(3)
      })
    )

    promise("notes the master key as a part of a transaction", () =>
      Effect.gen(function* () {
        const { run, secrets } = yield* stored
        const noted = Effect.zipRight(secrets.noteMasterKey("0123456789abcdef"), Effect.fail("not yet"))
        expect(yield* Effect.flip(run(noted))).toBe("not yet")
      })
    )
  }
)

import { describe, expect, it } from "@effect/vitest"
import {
  AdmissionQueue,
  answerOnce,
  CodeRefused,
  CreatedApiKey,
  createKey,
  exchangeCode,
  getKey,
  hostCaller,
  IdempotencyAnswerUnavailable,
  IdempotencyKey,
  IdempotencyKeyReused,
  listKeys,
  ManagementCaller,
  StorageFailure,
  updateKey,
  WaitingRequests
} from "@tollgate/core"
import { IdempotencyStore, type KeptAnswerRecord, Transaction, Vault } from "@tollgate/core/storage"
import { aKey, aKeyPatch, anExchange } from "@tollgate/testing/accounts"
import { Effect, Either, Option, Schema, TestClock } from "effect"
import { manages } from "../runs/support/runner.js"
import { inMemoryOnce, openAccount } from "../support/account.js"
import { challenge, issueCode, wrong } from "../support/oauth.js"

const page = { limit: 100, offset: 0, include_disabled: true }
const encode = Schema.encodeSync(Schema.parseJson(CreatedApiKey))

/** Creates a key under an idempotency key. */
const create = (key: string, { name = "New", operation = "createKey", path = [] as ReadonlyArray<string> } = {}) =>
  answerOnce(
    {
      sender: ManagementCaller,
      key: IdempotencyKey.make(key),
      operation,
      path,
      body: JSON.stringify({ name }),
      write: encode
    },
    createKey(aKey({ name }))
  )

const names = Effect.map(listKeys(page), ({ data }) => data.map(({ name }) => name).sort())

describe("A change with an idempotency key", () => {
  inMemoryOnce("is done once, and its answer is given again, with the secret that it shows", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const before = yield* asManager(names)
      const first = yield* asManager(create("a"))
      expect(first.isReplayed).toBe(false)
      expect(JSON.parse(first.text).key).toMatch(/^tg_sk_/)
      expect(yield* asManager(create("a"))).toEqual({ text: first.text, isReplayed: true })
      expect(yield* asManager(names)).toEqual(["New", ...before].sort())
      const second = yield* asManager(create("b"))
      expect(second.text).not.toBe(first.text)
    })
  )

  inMemoryOnce("is refused if its key belongs to another body, operation or path", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      yield* asManager(create("a"))
      const before = yield* asManager(names)
      for (const other of [{ name: "Other" }, { operation: "rotateKey" }, { path: ["x"] }]) {
        expect(yield* Effect.flip(asManager(create("a", other)))).toEqual(new IdempotencyKeyReused())
      }
      expect(yield* asManager(names)).toEqual(before)
    })
  )

  inMemoryOnce("has a key of its caller: another management key, organization or the host has others", () =>
    Effect.gen(function* () {
      const { asManager, organization } = yield* openAccount()
      const stranger = yield* openAccount("Other")
      const host = yield* hostCaller(organization.id)
      const { isReplayed: again } = yield* stranger.asManager(create("a"))
      const first = yield* asManager(create("a"))
      const asHost = yield* Effect.provideService(create("a"), ManagementCaller, host)
      expect([again, first.isReplayed, asHost.isReplayed]).toEqual([false, false, false])
      expect((yield* Effect.provideService(create("a"), ManagementCaller, host)).text).toBe(asHost.text)
    })
  )

  inMemoryOnce("is forgotten after 24 hours", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const first = yield* asManager(create("a"))
      yield* TestClock.adjust("24 hours")
      expect((yield* asManager(create("a"))).text).toBe(first.text)
      yield* TestClock.adjust("1 millis")
      const second = yield* asManager(create("a", { name: "Another" }))
      expect(second.isReplayed).toBe(false)
      expect(yield* asManager(create("a", { name: "Another" }))).toEqual({ text: second.text, isReplayed: true })
    })
  )

  inMemoryOnce("is done at last if it was refused before", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const { text } = yield* asManager(create("made"))
      const { hash } = JSON.parse(text).data
      const rename = (hash: string) =>
        answerOnce(
          {
            sender: ManagementCaller,
            key: IdempotencyKey.make("a"),
            operation: "updateKey",
            path: [],
            body: "{}",
            write: JSON.stringify
          },
          Effect.map(updateKey(hash, aKeyPatch({ name: "Renamed" })), ({ name }) => name)
        )
      expect((yield* Effect.flip(asManager(rename("0".repeat(64)))))._tag).toBe("KeyNotFound")
      expect(yield* asManager(rename(hash))).toEqual({ text: '"Renamed"', isReplayed: false })
      expect((yield* asManager(getKey(hash))).name).toBe("Renamed")
    })
  )

  inMemoryOnce("of which 20 come at once is done once, and 19 are given its answer", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const before = yield* asManager(names)
      const answers = yield* Effect.replicateEffect(asManager(create("a")), 20, { concurrency: "unbounded" })
      expect(answers.filter(({ isReplayed }) => isReplayed)).toHaveLength(19)
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
      expect(yield* asManager(names)).toEqual(["New", ...before].sort())
    })
  )

  inMemoryOnce("is one change if storage runs its transaction again from the beginning", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const before = yield* asManager(names)
      const transaction = yield* Transaction
      const again = Transaction.of({
        ...transaction,
        run: (effect) => {
          const inVain = transaction.run(Effect.zipRight(effect, Effect.fail("in vain")))
          return Effect.zipRight(Effect.exit(inVain), transaction.run(effect))
        }
      })
      const first = yield* asManager(Effect.provideService(create("a"), Transaction, again))
      expect(yield* asManager(create("a"))).toEqual({ text: first.text, isReplayed: true })
      expect(yield* asManager(names)).toEqual(["New", ...before].sort())
    })
  )

  inMemoryOnce("counts wrong verifiers of a code, although the refusal is not kept", () =>
    Effect.gen(function* () {
      const { asManager, code, exchange } = yield* issueCode({ code_challenge: challenge })
      const guess = answerOnce(
        {
          sender: ManagementCaller,
          key: IdempotencyKey.make("a"),
          operation: "exchangeCode",
          path: [],
          body: "{}",
          write: JSON.stringify
        },
        exchangeCode(anExchange({ code, code_verifier: wrong }))
      )
      for (let i = 0; i < 5; i++) expect(yield* Effect.flip(asManager(guess))).toEqual(new CodeRefused())
      expect(yield* Effect.flip(exchange())).toEqual(new CodeRefused())
    })
  )

  inMemoryOnce("is undone if its answer cannot be kept", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const before = yield* asManager(names)
      const failure = new StorageFailure({ cause: "full", outcome: "none" })
      const failing = IdempotencyStore.of({ ...(yield* IdempotencyStore), keep: () => Effect.fail(failure) })
      const refused = yield* Effect.flip(asManager(Effect.provideService(create("a"), IdempotencyStore, failing)))
      expect(refused).toEqual(failure)
      expect(yield* asManager(names)).toEqual(before)
      expect((yield* asManager(create("a"))).isReplayed).toBe(false)
    })
  )

  inMemoryOnce("is kept sealed if it may show a secret, and by a keyed hash of what was asked for", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const store = yield* IdempotencyStore
      const kept: Array<KeptAnswerRecord> = []
      const listening = IdempotencyStore.of({
        ...store,
        keep: (answer) => Effect.tap(store.keep(answer), () => Effect.sync(() => kept.push(answer)))
      })
      const { text } = yield* asManager(Effect.provideService(create("a"), IdempotencyStore, listening))
      const plain = {
        sender: ManagementCaller,
        key: IdempotencyKey.make("b"),
        operation: "none",
        path: [],
        body: "",
        write: () => "Añ"
      }
      const done = answerOnce({ ...plain, showsSecret: false }, Effect.void)
      yield* asManager(Effect.provideService(done, IdempotencyStore, listening))
      const [record, other] = kept
      expect(kept).toHaveLength(2)
      expect(Buffer.from(record?.answer ?? []).includes(JSON.parse(text).key)).toBe(false)
      expect(record?.fingerprint).toHaveLength(40)
      expect(Buffer.from(other?.answer ?? [])).toEqual(Buffer.from([2, ...Buffer.from("Añ")]))
      expect(yield* asManager(done)).toEqual({ text: "Añ", isReplayed: true })
    })
  )

  inMemoryOnce("is not done again if its answer was sealed with a master key that was removed, or is damaged", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const store = yield* IdempotencyStore
      yield* asManager(create("a"))
      const before = yield* asManager(names)
      const other = yield* Vault.makeEphemeral
      const damaged = IdempotencyStore.of({
        ...store,
        claim: (name, at) =>
          Effect.map(
            store.claim(name, at),
            Option.map((kept) => ({ ...kept, answer: kept.answer.toReversed() }))
          )
      })
      const refused = [
        yield* Effect.flip(asManager(Effect.provideService(create("a"), Vault, other))),
        yield* Effect.flip(asManager(Effect.provideService(create("a"), IdempotencyStore, damaged)))
      ]
      expect(refused).toEqual([new IdempotencyAnswerUnavailable(), new IdempotencyAnswerUnavailable()])
      expect(yield* asManager(names)).toEqual(before)
      expect((yield* asManager(create("a"))).isReplayed).toBe(true)
    })
  )

  inMemoryOnce("is given no answer that does not open if it may show a secret, whatever stands before it", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const store = yield* IdempotencyStore
      const { text } = yield* asManager(create("a"))
      const changed = (change: (answer: Uint8Array) => Uint8Array) => {
        const claim: typeof store.claim = (name, at) =>
          Effect.map(
            store.claim(name, at),
            Option.map((kept) => ({ ...kept, answer: change(kept.answer) }))
          )
        return asManager(Effect.provideService(create("a"), IdempotencyStore, IdempotencyStore.of({ ...store, claim })))
      }
      const forged = Buffer.from(JSON.stringify({ key: "forged" }))
      for (let first = 0; first < 256; first++) {
        const marked = (rest: Uint8Array) => Buffer.concat([Uint8Array.of(first), rest])
        const refused = yield* Effect.flip(changed(() => marked(forged)))
        expect([first, refused]).toEqual([first, new IdempotencyAnswerUnavailable()])
        const repeated = yield* Effect.either(changed((answer) => marked(answer.subarray(1))))
        // The version of a seal, as it was kept.
        if (first === 1) expect(repeated).toEqual(Either.right({ text, isReplayed: true }))
        else expect([first, repeated]).toEqual([first, Either.left(new IdempotencyAnswerUnavailable())])
      }
    })
  )

  inMemoryOnce("is not done again if its answer has more than 64 KiB, of which nothing is kept", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const kept: Array<number> = []
      const store = yield* IdempotencyStore
      const listening = IdempotencyStore.of({
        ...store,
        keep: (answer) =>
          Effect.zipRight(
            Effect.sync(() => kept.push(answer.answer.length)),
            store.keep(answer)
          )
      })
      let done = 0
      const answering = (key: string, text: string, body = "{}") =>
        asManager(
          answerOnce(
            {
              sender: ManagementCaller,
              key: IdempotencyKey.make(key),
              operation: "any",
              path: [],
              body,
              write: () => text
            },
            Effect.sync(() => done++)
          )
        ).pipe(Effect.provideService(IdempotencyStore, listening))
      // Two bytes each.
      const [largest, larger] = ["é".repeat(32_768), `${"é".repeat(32_768)}.`]
      expect(yield* answering("a", largest)).toEqual({ text: largest, isReplayed: false })
      expect(yield* answering("a", largest)).toEqual({ text: largest, isReplayed: true })
      expect(yield* answering("b", larger)).toEqual({ text: larger, isReplayed: false })
      expect(yield* Effect.flip(answering("b", larger))).toEqual(new IdempotencyAnswerUnavailable())
      expect(yield* Effect.flip(answering("b", larger, "{1}"))).toEqual(new IdempotencyKeyReused())
      expect([done, kept]).toEqual([2, [65_536 + 37, 1]])
    })
  )

  inMemoryOnce("lets requests that wait for headroom be judged again once others can see what it has changed", () =>
    Effect.gen(function* () {
      const { asManager, manager } = yield* openAccount()
      const { open, update } = manages(manager)
      yield* open("job-7", { limit_usd: 1 })
      const events: Array<string> = []
      class Noting extends WaitingRequests {
        override wake(): void {
          events.push("woken")
        }
      }
      const transaction = yield* Transaction
      const noting: typeof transaction = {
        ...transaction,
        run: (effect) =>
          Effect.flatMap(transaction.isOpen, (isPart) =>
            Effect.tap(transaction.run(effect), () => void (isPart || events.push("committed")))
          )
      }
      yield* asManager(
        answerOnce(
          {
            sender: ManagementCaller,
            key: IdempotencyKey.make("a"),
            operation: "updateRun",
            path: ["job-7"],
            body: "{}",
            write: () => "{}"
          },
          update("job-7", { limit_usd: 2 })
        )
      ).pipe(Effect.provideService(Transaction, noting), Effect.provideService(AdmissionQueue, new Noting()))
      expect(events.slice(-2)).toEqual(["committed", "woken"])
    })
  )
})

describe("An idempotency key", () => {
  it("is 1 to 255 visible ASCII characters", () => {
    const read = Schema.decodeOption(IdempotencyKey)
    for (const key of ["a", "!", "~", "x".repeat(255)]) expect(read(key)).toEqual(Option.some(key))
    for (const key of ["", " ", "a b", "\t", "\u007f", "ä", "x".repeat(256), "a\n"]) {
      expect(read(key)).toEqual(Option.none())
    }
  })
})

import { describe, expect } from "@effect/vitest"
import { authenticate, CodeRefused, SecretKey, updateKey } from "@tollgate/core"
import { AuthorizationCodeStore, Transaction, WorkspaceStore } from "@tollgate/core/storage"
import { Effect, Logger, Redacted, TestClock } from "effect"
import { hashCode } from "../../src/oauth/AuthorizationCodeRecord.js"
import { inMemory, inMemoryOnce } from "../support/account.js"
import { challenge, issueCode, verifier, wrong } from "../support/oauth.js"

/** A code, and the code as it is kept. */
const issued = Effect.gen(function* () {
  const opened = yield* issueCode({ code_challenge: challenge })
  const codes = yield* AuthorizationCodeStore
  const { attempt, run } = yield* Transaction
  const row = Effect.flatten(codes.find(opened.organization.id, hashCode(Redacted.make(opened.code))))
  const failures = Effect.map(row, ({ failures }) => failures)
  const fails = opened.exchange({ code_verifier: wrong })
  const redeems = opened.exchange({ code_verifier: verifier })
  return { ...opened, attempt, run, row, failures, fails, redeems }
})

const refused = new CodeRefused()

describe("exchangeCode within a transaction of the host", () => {
  inMemoryOnce("counts each of several wrong verifiers once, where the host catches the refusals and commits", () =>
    Effect.gen(function* () {
      const { failures, fails, redeems, run } = yield* issued
      for (const count of [2, 4, 5]) {
        expect(yield* run(Effect.zipRight(Effect.flip(fails), Effect.flip(fails)))).toEqual(refused)
        expect(yield* failures).toBe(count)
      }
      expect(yield* Effect.flip(redeems)).toEqual(refused)
    })
  )

  inMemoryOnce("counts nothing where the refusal undoes the host's transaction", () =>
    Effect.gen(function* () {
      const { attempt, failures, fails, run } = yield* issued
      expect(yield* Effect.flip(run(fails))).toEqual(refused)
      expect(yield* run(Effect.flip(attempt(fails)))).toEqual(refused)
      expect(yield* failures).toBe(0)
    })
  )

  inMemoryOnce(
    "disables the key of a stolen code where the host catches the refusal and commits, and not where it fails",
    () =>
      Effect.gen(function* () {
        const { asManager, redeems, run } = yield* issued
        const { key } = yield* redeems
        const isDisabled = Effect.map(asManager(updateKey(SecretKey.hash(key), {})), ({ disabled }) => disabled)
        yield* TestClock.adjust("11 seconds")
        expect(yield* Effect.flip(run(redeems))).toEqual(refused)
        expect(yield* isDisabled).toBe(false)
        expect(yield* run(Effect.flip(redeems))).toEqual(refused)
        expect(yield* isDisabled).toBe(true)
      })
  )

  inMemoryOnce("leaves the code unused and the key unborn where the host undoes its transaction", () =>
    Effect.gen(function* () {
      const { redeems, row, run } = yield* issued
      const undone = Effect.flip(run(Effect.flatMap(redeems, Effect.fail)))
      const { key } = yield* Effect.filterOrDieMessage(undone, (bought) => "key" in bought, "it was refused otherwise")
      expect((yield* Effect.flip(authenticate(key)))._tag).toBe("InvalidCredential")
      expect((yield* row).redeemed_at).toBe(null)
      expect((yield* authenticate((yield* redeems).key)).kind).toBe("ordinary")
    })
  )

  inMemoryOnce("logs a refusal once", () =>
    Effect.gen(function* () {
      const { fails, run } = yield* issued
      const lines: Array<string> = []
      const logger = Logger.add(Logger.map(Logger.logfmtLogger, (line) => lines.push(line)))
      yield* Effect.provide(Effect.flip(run(fails)), logger)
      expect(lines.length).toBe(1)
    })
  )
})

describe("exchangeCode", () => {
  inMemory("refuses a code whose workspace is gone by then, and leaves it unused", () =>
    Effect.gen(function* () {
      const { redeems, row } = yield* issued
      const workspaces = yield* WorkspaceStore
      const gone = WorkspaceStore.of({ ...workspaces, findMany: () => Effect.succeed([]) })
      expect(yield* Effect.flip(Effect.provideService(redeems, WorkspaceStore, gone))).toEqual(refused)
      expect((yield* row).redeemed_at).toBe(null)
    })
  )
})

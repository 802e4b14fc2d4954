import { describe, expect } from "@effect/vitest"
import { type AuthorizationCodeExchange, CodeRefused, exchangeCode, PlainChallenges } from "@tollgate/core"
import { Effect, Logger, TestClock } from "effect"
import { inMemory, openAccount } from "../support/account.js"
import { challenge, issueCode, verifier, wrong } from "../support/oauth.js"

type Proof = Partial<typeof AuthorizationCodeExchange.Encoded>
type Issue = Parameters<typeof issueCode>[0]

const s256: Issue = { code_challenge: challenge }
const plain: Issue = { code_challenge: verifier, code_challenge_method: "plain" }

const misproven: ReadonlyArray<readonly [what: string, issue: Issue, proof: Proof]> = [
  ["a wrong verifier", s256, { code_verifier: wrong }],
  ["a wrong plain verifier", plain, { code_verifier: wrong }],
  ["no verifier where there is a challenge", s256, {}],
  ["a verifier where there is no challenge", {}, { code_verifier: verifier }],
  ["a method where there is no challenge", {}, { code_challenge_method: "S256" }],
  ["a stated plain where S256 is stored", s256, { code_verifier: verifier, code_challenge_method: "plain" }],
  ["a stated S256 where plain is stored", plain, { code_verifier: verifier, code_challenge_method: "S256" }],
  ["the challenge itself as a verifier", s256, { code_verifier: challenge }],
  ["the challenge itself, stated to be plain", s256, { code_verifier: challenge, code_challenge_method: "plain" }]
]

describe("exchangeCode", () => {
  for (const [what, issue, proof] of misproven) {
    inMemory(`refuses ${what}`, () =>
      Effect.gen(function* () {
        const { exchange } = yield* issueCode(issue)
        expect(yield* Effect.flip(exchange(proof))).toEqual(new CodeRefused())
      })
    )
  }

  inMemory("refuses unknown, expired, used, burnt, misproven and another organization's codes alike", () =>
    Effect.gen(function* () {
      const used = yield* issueCode()
      yield* used.exchange()
      const foreign = yield* issueCode()
      const stranger = yield* openAccount("Stranger")
      const burnt = yield* issueCode(s256)
      yield* Effect.replicateEffect(Effect.flip(burnt.exchange({ code_verifier: wrong })), 5)
      const expired = yield* issueCode()
      const refusals = [
        yield* Effect.flip(used.exchange({ code: "unknown" })),
        yield* Effect.flip(used.exchange()),
        yield* Effect.flip(stranger.asManager(exchangeCode(foreign.proof()))),
        yield* Effect.flip(burnt.exchange({ code_verifier: verifier })),
        yield* TestClock.adjust("10 minutes").pipe(Effect.zipRight(Effect.flip(expired.exchange())))
      ]
      expect(refusals).toEqual(refusals.map(() => new CodeRefused()))
      expect(new Set(refusals.map((refusal) => JSON.stringify(refusal) + refusal.message)).size).toBe(1)
    })
  )

  inMemory("refuses a code whose key would have expired by then like an expired one, and counts nothing", () =>
    Effect.gen(function* () {
      const { exchange } = yield* issueCode({ ...s256, expires_at: "1970-01-01T00:01:00Z" })
      yield* TestClock.setTime(60_000)
      yield* Effect.replicateEffect(Effect.flip(exchange({ code_verifier: wrong })), 5)
      expect(yield* Effect.flip(exchange({ code_verifier: verifier }))).toEqual(new CodeRefused())
      yield* TestClock.setTime(59_999)
      expect((yield* exchange({ code_verifier: verifier })).user_id).toBe(null)
    })
  )

  inMemory("burns a code by five wrong verifiers, and by nothing else", () =>
    Effect.gen(function* () {
      const patient = yield* issueCode(s256)
      const others = [{}, { code_verifier: verifier, code_challenge_method: "plain" as const }]
      yield* Effect.forEach([...others, ...others, ...others], (proof) => Effect.flip(patient.exchange(proof)))
      const stranger = yield* openAccount("Stranger")
      const stolen = stranger.asManager(exchangeCode(patient.proof({ code_verifier: wrong })))
      yield* Effect.replicateEffect(Effect.flip(stolen), 10)
      yield* patient.exchange({ code_verifier: verifier })
    })
  )

  inMemory("refuses a stored plain challenge once plain is switched off", () =>
    Effect.gen(function* () {
      const { exchange } = yield* issueCode(plain)
      const proof = exchange({ code_verifier: verifier })
      expect(yield* Effect.flip(Effect.provideService(proof, PlainChallenges, false))).toEqual(new CodeRefused())
      yield* proof
    })
  )

  inMemory("logs why, with the code's hash cut short and never the code or the verifier", () =>
    Effect.gen(function* () {
      const { code, exchange } = yield* issueCode(s256)
      const lines: Array<string> = []
      const logger = Logger.add(Logger.map(Logger.logfmtLogger, (line) => lines.push(line)))
      yield* exchange({ code_verifier: wrong }).pipe(Effect.flip, Effect.provide(logger))
      expect(lines.length).toBe(1)
      expect(lines[0]).toMatch(
        /reason="verifier wrong".*code=[0-9a-f]{12}(\s|$)|code=[0-9a-f]{12}.*reason="verifier wrong"/
      )
      expect(lines.join()).not.toContain(code)
      expect(lines.join()).not.toContain(wrong)
    })
  )
})

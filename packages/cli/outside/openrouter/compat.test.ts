import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import * as errors from "openrouter-1.3.19/models/errors"
import { compatFields, shownFields } from "../../../../scripts/compatFields.mjs"
import { openAccount } from "./account.js"
import { methodsPart, methodsText, misplaced } from "./methods.js"
import { type Version, versions, Walk } from "./Walk.js"
import { walkActivity, walkByok, walkKeys, walkOAuth } from "./walkKeys.js"
import { walkGuardrails, walkReads, walkWorkspaces } from "./walkPlaces.js"

const compat = ["--compat", "openrouter"]

/** Calls every method of a version that has an operation, on a server of its own. */
const walked = (version: Version, flags: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const walk = new Walk(version, yield* openAccount(flags), flags.length > 0)
    const walks = [walkKeys, walkByok, walkOAuth, walkWorkspaces, walkGuardrails, walkReads, walkActivity]
    for (const each of walks) yield* Effect.promise(() => each(walk))
    return walk
  }).pipe(Effect.scoped)

const walkedBoth = (flags: ReadonlyArray<string>) =>
  Effect.all({ "0.13.43": walked("0.13.43", flags), "1.3.19": walked("1.3.19", flags) } satisfies {
    [V in Version]: unknown
  })

const toldOf = (walks: Effect.Effect.Success<ReturnType<typeof walkedBoth>>) => ({
  "0.13.43": walks["0.13.43"].told,
  "1.3.19": walks["1.3.19"].told
})

describe("with --compat openrouter", () => {
  it.scopedLive(
    "each method of both versions that has an operation returns what was made, and docs/compat.md lists all methods",
    () =>
      Effect.gen(function* () {
        const walks = yield* walkedBoth(compat)
        const told = toldOf(walks)
        const versionNames = Object.keys(versions) as ReadonlyArray<Version>
        for (const version of versionNames) {
          expect([...told[version]].filter(([, wrong]) => wrong !== null)).toEqual([])
          expect(misplaced(version, told)).toEqual([])
        }
        const text = methodsText(told, toldOf(yield* walkedBoth([])), walks["1.3.19"].routes)
        if (process.env["TOLLGATE_WRITE"] === "1") methodsPart.write(text)
        expect(methodsPart.shown()).toBe(text)
      })
  )

  it("docs/compat.md has the table of fields of the server", async () => {
    expect(shownFields(), "npm run generate writes the table anew").toBe(await compatFields())
  })

  it.scopedLive(
    "the newest client reads refusals, names a request to repeat it, and is refused what asks for something before anything is made",
    () =>
      Effect.gen(function* () {
        const account = yield* openAccount(compat)
        const walk = new Walk("1.3.19", account, true)
        const { apiKeys, byok, guardrails, workspaces } = walk.sdk
        const refused = (call: () => Promise<unknown>) =>
          Effect.flip(Effect.tryPromise({ try: call, catch: (error) => error }))
        const only = ", because this server supports no other value"
        const calls: ReadonlyArray<readonly [() => Promise<unknown>, string, string]> = [
          [
            () => apiKeys.create({ requestBody: { name: "Batch", external: { user: "ada" } } }),
            "external",
            "no value, because this server does not have the field"
          ],
          [
            () => byok.create({ createBYOKKeyRequest: { provider: "openai", key: "sk-invented", isRequired: true } }),
            "is_required",
            `false${only}`
          ],
          [
            () => guardrails.create({ createGuardrailRequest: { name: "Small", enforceZdrOpenai: true } }),
            "enforce_zdr_openai",
            `null${only}`
          ],
          [
            () => workspaces.create({ createWorkspaceRequest: { name: "R", slug: "r", ioLoggingSamplingRate: 0.5 } }),
            "io_logging_sampling_rate",
            `1${only}`
          ]
        ]
        for (const [call, field, expected] of calls) {
          const error = yield* refused(call)
          expect(error).toBeInstanceOf(errors.BadRequestResponseError)
          expect(error).toMatchObject({
            statusCode: 400,
            error: { code: 400, metadata: { issues: [{ path: [field], expected }] } }
          })
        }
        const made = ["/keys", "/byok", "/guardrails", "/workspaces"]
        const counts = made.map((path) => Effect.promise(() => account.ask("GET", path)))
        expect((yield* Effect.all(counts)).map(({ body }) => body.total_count)).toEqual([1, 0, 0, 1])

        const hash = "0".repeat(64)
        expect(yield* refused(() => apiKeys.get({ hash }))).toBeInstanceOf(errors.NotFoundResponseError)
        expect(yield* refused(() => walk.as("tg_sk_wrong").apiKeys.list())).toBeInstanceOf(
          errors.UnauthorizedResponseError
        )
        const named = { headers: { "Idempotency-Key": "one" } }
        const create = Effect.promise(() => apiKeys.create({ requestBody: { name: "Ordinary" } }, named))
        const { key } = yield* create
        expect((yield* create).key).toBe(key)
        expect(yield* refused(() => walk.as(key).guardrails.list())).toMatchObject({ statusCode: 403 })
      })
  )
})

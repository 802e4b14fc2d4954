import { fileURLToPath } from "node:url"
import { Refusals } from "@tollgate/core/models"
import { RateLimited as HttpRateLimited, RequestFailed as HttpRequestFailed, toResponse } from "@tollgate/http/contract"
import { Arbitrary, FastCheck as fc, Schema } from "effect"
import { build } from "esbuild"
import { describe, expect, it } from "vitest"
import { runs } from "../../../test/runs.js"
import { refusalOf } from "../src/errors/refusalOf.js"
import * as Client from "../src/index.js"

/** What a program reads of a refusal. */
interface Shown extends Error {
  readonly _tag: string
  readonly status: number
  readonly reason: string
  readonly issues: unknown
  readonly details: unknown
  toJSON(): unknown
}

/** A class of either package, whose types are those of all together. */
interface Kind {
  new (fields: object): Shown
  readonly fields: Schema.Struct.Fields
  readonly from: (request: object) => Shown
}

const kinds = Object.entries(Refusals) as unknown as ReadonlyArray<readonly [string, Kind]>

// Every class of the client has what the test reads of core's, but the schemas of its fields.
const classOf = (tag: string): Kind => {
  const found = refusalOf(tag)
  if (found === undefined) throw new Error(`The client has no ${tag}.`)
  return found as unknown as Kind
}

const shown = (refusal: Shown) => {
  const { _tag, details, issues, message, name, reason, status } = refusal
  return { _tag, details, issues, message, name, reason, status, json: JSON.parse(JSON.stringify(refusal)) }
}

const outcome = (make: () => Shown) => {
  try {
    return shown(make())
  } catch {
    return "refused"
  }
}

/** Fields of a refusal of core. A cause is any error. */
const fieldsOf = ({ fields }: Kind) =>
  Arbitrary.make(Schema.Struct({ ...fields, ...("cause" in fields ? { cause: Schema.Null } : {}) })).map(
    (made): object => {
      const { _tag, ...given } = Object(made)
      return given
    }
  )

describe("the refusals of the client", () => {
  it("are those of core", () => {
    const ours = Object.keys(Client).filter((name) => refusalOf(name) !== undefined)
    expect(ours).toEqual(kinds.map(([tag]) => tag).sort())
  })

  for (const [tag, kind] of kinds) {
    it(`say what core's say, and know them: ${tag}`, () => {
      const ours = classOf(tag)
      fc.assert(
        fc.property(fieldsOf(kind), (fields) => {
          const [theirs, made] = [new kind(fields), new ours(fields)]
          expect(shown(made)).toEqual(shown(theirs))
          expect([theirs instanceof ours, made instanceof kind, made instanceof Error]).toEqual([true, true, true])
          expect(kinds.filter(([, other]) => made instanceof other).map(([tag]) => tag)).toEqual([tag])
        }),
        { numRuns: runs(10, 1_000) }
      )
    })

    it(`are made of an answer and its request as core's are: ${tag}`, () => {
      const text = fc.oneof(
        fc.constantFrom("0".repeat(64), "0190A0B0-0000-7000-8000-000000000001", "job-7/researcher", "daily", "ada"),
        fc.string()
      )
      const payload = fc.record(
        { role: text, disabled: fc.boolean(), slug: text, user_id: text, workspace_id: text, key_hash: text, id: text },
        { requiredKeys: [] }
      )
      const path = fc.record(
        { id: text, hash: text, interval: text, path: text, user_id: text, credential_id: text },
        { requiredKeys: [] }
      )
      fc.assert(
        fc.property(fieldsOf(kind), path, payload, fc.boolean(), (fields, path, payload, isWhole) => {
          const refusal = new kind(fields)
          const { details, issues, reason } = refusal
          const metadata = isWhole ? Object(details) : {}
          const given = { ...JSON.parse(JSON.stringify(refusal)), ...payload }
          const request = { path, payload: given, resource: "workspaces", reason, issues, metadata, cause: null }
          // Core has the decoded input here.
          const decoded = { ...request, payload: { ...fields, ...payload } }
          const [theirs, ours] = [outcome(() => kind.from(decoded)), outcome(() => classOf(tag).from(request))]
          // Core also refuses a request whose ids have another form.
          if (theirs !== "refused") expect(ours).toEqual(theirs)
        }),
        { numRuns: runs(20, 1_000) }
      )
    })

    it(`are answered as by a server: ${tag}`, async () => {
      await fc.assert(
        fc.asyncProperty(fieldsOf(kind), async (fields) => {
          const made = new (classOf(tag))(fields)
          const answers = [toResponse(new kind(fields)), toResponse(made), Client.toResponse(made)]
          const read = answers.map(async (answer) => [answer.status, [...answer.headers], await answer.json()])
          const [theirs, ...ours] = await Promise.all(read)
          expect(ours).toEqual([theirs, theirs])
        }),
        { numRuns: runs(3, 300) }
      )
    })
  }

  it("are instances of the classes of another copy of the package", async () => {
    const entryPoints = [fileURLToPath(new URL("../dist/index.js", import.meta.url))]
    const { outputFiles } = await build({ entryPoints, bundle: true, format: "esm", write: false })
    const code = Buffer.from(outputFiles[0]?.contents ?? "").toString("base64")
    const copy: typeof Client = await import(/* @vite-ignore */ `data:text/javascript;base64,${code}`)
    expect(copy.KeyNotFound).not.toBe(Client.KeyNotFound)
    expect(new copy.KeyNotFound({ short_hash: null })).toBeInstanceOf(Client.KeyNotFound)
    expect(new Client.KeyNotFound({ short_hash: null })).toBeInstanceOf(copy.KeyNotFound)
    expect(new Refusals.KeyNotFound({ short_hash: null })).toBeInstanceOf(copy.KeyNotFound)
    expect(new copy.GateClosed()).toBeInstanceOf(Client.GateClosed)
    expect(new copy.KeyNotFound({ short_hash: null })).not.toBeInstanceOf(Client.KeyRefused)
  })

  it("leave the classes that a host makes of them alone", () => {
    class Mine extends Client.KeyNotFound {}
    class Theirs extends Refusals.KeyNotFound {}
    const [mine, theirs] = [new Mine({ short_hash: null }), new Theirs({ short_hash: null })]
    expect([mine instanceof Mine, mine instanceof Client.KeyNotFound, mine instanceof Theirs]).toEqual([
      true,
      true,
      false
    ])
    expect([theirs instanceof Theirs, theirs instanceof Client.KeyNotFound, theirs instanceof Mine]).toEqual([
      true,
      true,
      false
    ])
    expect(new Client.KeyNotFound({ short_hash: null })).not.toBeInstanceOf(Mine)
  })

  it("are no instances for values that only look like them", () => {
    for (const value of [null, undefined, "KeyNotFound", { _tag: "KeyNotFound" }, new Error("KeyNotFound")]) {
      expect(value).not.toBeInstanceOf(Client.KeyNotFound)
      expect(value).not.toBeInstanceOf(Refusals.KeyNotFound)
    }
  })
})

it("the other errors of the client and of @tollgate/http know each other", () => {
  const failure = { operation: "getKey", reason: "no_answer", status: null, code: "ECONNREFUSED" } as const
  const pairs = [
    [new Client.RateLimited({ retryAfter: 5 }), new HttpRateLimited({ retryAfter: 5 })],
    [new Client.RequestFailed(failure), new HttpRequestFailed(failure)]
  ] as const
  for (const [ours, theirs] of pairs) {
    expect({ ...ours, message: ours.message, status: ours.status }).toEqual({
      ...theirs,
      message: theirs.message,
      status: theirs.status
    })
  }
  expect(pairs[0][1]).toBeInstanceOf(Client.RateLimited)
  expect(pairs[0][0]).toBeInstanceOf(HttpRateLimited)
  expect(pairs[1][1]).toBeInstanceOf(Client.RequestFailed)
  expect(pairs[1][0]).toBeInstanceOf(HttpRequestFailed)
})

it("errors that are no refusals are answered as by a server", async () => {
  const errors = [
    new Client.RateLimited({ retryAfter: 5 }),
    new Client.RateLimited({ retryAfter: null }),
    new Client.GateClosed(),
    new Client.RequestFailed({ operation: "getKey", reason: "no_answer", status: null, code: null }),
    new Error("canary"),
    { _tag: "KeyNotFound" },
    undefined
  ]
  for (const error of errors) {
    const [ours, theirs] = [Client.toResponse(error), toResponse(error)]
    expect([ours.status, [...ours.headers], await ours.json()]).toEqual([
      theirs.status,
      [...theirs.headers],
      await theirs.json()
    ])
  }
})

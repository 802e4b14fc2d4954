import * as Core from "@tollgate/core"
import { Memory } from "@tollgate/core"
import * as Storage from "@tollgate/core/storage"
import { type Operation, operations } from "@tollgate/http"
import { anOrganization, aTargetOf, parametersOf } from "@tollgate/testing"
import { type Case, cases } from "@tollgate/testing/conformance"
import * as Contracts from "@tollgate/testing/contracts"
import { Context, Effect, Layer, Option, Predicate, Schema, SchemaAST } from "effect"
import { describe, expect, it } from "vitest"
import { LONG } from "../../../test/limits.js"
import { commands } from "../src/contracts/commands.js"
import { universe } from "../src/contracts/universe.js"
import { type Call, OUTSIDE, watched } from "./watched.js"

/** Something that must hold, and what to write otherwise. */
const must = (holds: boolean, otherwise: string) => expect(holds, otherwise).toBe(true)

/** Runs an operation in memory on a new object. Returns what it called, call by call. */
const callsOf = (operation: Operation, body: unknown) => {
  const { endpoint, name } = operation
  const calls: Array<Call> = []
  return Effect.gen(function* () {
    const { organization } = yield* Core.createOrganization(anOrganization())
    const caller = yield* Core.hostCaller(organization.id)
    const target = yield* Effect.provideService(aTargetOf(operation), Core.ManagementCaller, caller)
    const program: unknown = Reflect.get(Core, name)
    if (!Predicate.isFunction(program) || Option.isNone(endpoint.payloadSchema))
      return expect.fail(`no program ${name}`)
    const input = yield* Schema.decodeUnknown(Schema.make(endpoint.payloadSchema.value.ast))(body)
    calls.length = 0
    const parameters = parametersOf(operation).map((parameter) => target[parameter])
    // A program is a function of the path's parameters and the body: `programs.ts` of http does not compile otherwise.
    const ran = program(...parameters, input) as Effect.Effect<unknown, unknown, Core.Services | Core.ManagementCaller>
    yield* Effect.provideService(ran, Core.ManagementCaller, caller)
    return calls
  }).pipe(Effect.provide(watched(Memory.layer, calls)), Effect.runPromise)
}

/** Whether null is among the values of a field, or of a field of a struct. */
const allowsNull = (ast: SchemaAST.AST): boolean => {
  if (SchemaAST.isLiteral(ast)) return ast.literal === null
  if (SchemaAST.isUnion(ast)) return ast.types.some(allowsNull)
  if (SchemaAST.isTypeLiteral(ast)) return ast.propertySignatures.some(({ type }) => allowsNull(type))
  return (SchemaAST.isRefinement(ast) || SchemaAST.isTransformation(ast)) && allowsNull(ast.from)
}

const bodyOf = ({ request }: Case): string => request.body ?? ""

/** What these read before never changes: what a secret is sealed for, and whether a key is a management key. */
const readsBefore = new Set(["updateByokCredential", "updateKey"])

describe.each(operations.filter(({ method }) => method === "PATCH"))("$id", (operation) => {
  const { id, name, resource } = operation
  const mine = cases.filter(({ operationId }) => operationId === id)
  const file = `packages/testing/src/conformance/${resource}/${name}.ts`
  const succeeding = mine.filter((one) => one.expect.status === 200 && !/^$|^\{\}$|\{[A-Z]|\{a\*/.test(bodyOf(one)))
  const changes = new Map(succeeding.map((one) => [bodyOf(one), one]))

  it("reads and writes in one transaction, or only writes, by one act", async () => {
    let written = 0
    for (const [body, { name: title }] of changes) {
      const calls = await callsOf(operation, JSON.parse(body))
      const acts = readsBefore.has(name) ? calls.filter(({ isWrite }) => isWrite) : calls
      const transactions = new Set(acts.map(({ transaction }) => transaction))
      const writes = calls.some(({ isWrite }) => isWrite)
      written += Number(writes)
      // A patch of values that the record has only reads it.
      must(
        !writes || (transactions.size === 1 && (acts.length === 1 || !transactions.has(OUTSIDE))),
        `${title}: ${id} must change the record in one transaction.run, with what it reads before, but it called ${JSON.stringify(calls)}: correct the program ${name}`
      )
    }
    must(written > 0, `${id} has no case that changes something: write one in ${file}`)
  })

  it("changes nothing by an empty object", async () => {
    const writes = (await callsOf(operation, {})).filter(({ isWrite }) => isWrite)
    must(
      writes.length === 0,
      `${id} writes when the object is empty: ${JSON.stringify(writes)}. Correct the program ${name}`
    )
    must(
      mine.some((one) => bodyOf(one) === "{}" && one.expect.status === 200 && one.unchanged !== undefined),
      `${id} has no case that an empty object changes nothing: use \`patches\` in ${file}`
    )
  })

  it.runIf(Option.exists(operation.endpoint.payloadSchema, ({ ast }) => allowsNull(ast)))("clears by null", () => {
    must(
      mine.some((one) => /:\s*null\b/.test(bodyOf(one)) && one.expect.status === 200),
      `${id} has no case that null clears a field: write one in ${file}`
    )
  })

  it("refuses unknown fields", () => {
    must(
      mine.some(({ expect, name }) => name.includes("unknown field: ") && expect.status === 400),
      `${id} has no case with an unknown field: use \`patches\` in ${file}`
    )
  })
})

const contracts = Object.values(Contracts).flatMap((one) => ("promises" in one ? [one] : []))
const ports = Object.entries(Storage).flatMap(([name, port]) =>
  /(Store|Catalog|Book)$/.test(name) && Context.isTag(port) ? [[name, port.key] as const] : []
)

/** The ports that the model test does not compare, because their own contracts have a model or an oracle. */
const unmodelled = new Set(["SpendingStore", "PriceBook", "AuditStore"])
/** The organizations of the model are stored before its first command. */
const first = "OrganizationStore.insert"

/** Every command of the model test: the list is the same for each draw. */
const compared = Effect.gen(function* () {
  const draw = { kind: 0, owner: 0, asker: 0, index: 0, second: 1, seconds: 0, patch: {} }
  return new Set(commands(yield* universe, draw).map(({ method }) => method))
}).pipe(Effect.provide(Memory.layer), Effect.runPromise)

const context = Effect.runSync(Effect.scoped(Layer.build(Memory.layer)))

describe.each(ports)("%s", (name, key) => {
  const path = `packages/testing/src/contracts/${name.slice(0, 1).toLowerCase()}${name.slice(1)}Contract.ts`
  const all = Object.keys(context.unsafeMap.get(key) ?? {})

  it("has methods, and a promise of each in its contract", { timeout: LONG }, async () => {
    const calls: Array<Call> = []
    const bodies: Array<Effect.Effect<unknown, unknown, Contracts.Ports>> = []
    for (const { port, promises } of contracts) {
      if (port === name) promises((_, body) => bodies.push(Effect.suspend(body)))
    }
    must(all.length > 0, `${name} is not in Memory.layer: add it in packages/core/src/Memory.ts`)
    const missing = new Set(all.map((method) => `${name}.${method}`))
    for (const body of bodies) {
      // What the others call adds nothing.
      if (missing.size === 0) break
      await Effect.runPromise(Effect.provide(body, watched(Memory.layer, calls)))
      for (const { method } of calls.splice(0)) missing.delete(method)
    }
    must(missing.size === 0, `no promise calls ${[...missing].join(", ")}: write one in ${path}`)
  })

  it.skipIf(unmodelled.has(name))("is compared with the model by every method", async () => {
    const known = await compared
    const missing = all.map((method) => `${name}.${method}`).filter((one) => one !== first && !known.has(one))
    must(
      missing.length === 0,
      `${missing.join(", ")} has no command: write one in the file of packages/testing/src/contracts/commands that has callsOf(${name})`
    )
  })
})

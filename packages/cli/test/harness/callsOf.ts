import * as Core from "@tollgate/core"
import { Memory } from "@tollgate/core"
import type { Operation } from "@tollgate/http"
import { anOrganization, aTargetOf, parametersOf } from "@tollgate/testing"
import { Effect, Option, Predicate, Schema, SchemaAST } from "effect"
import { expect } from "vitest"
import { type Call, watched } from "../../../testing/test/watched.js"

/** Runs an operation in memory on a new object. Returns what it called, call by call. */
export const callsOf = (operation: Operation, body: unknown) => {
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
export const allowsNull = (ast: SchemaAST.AST): boolean => {
  if (SchemaAST.isLiteral(ast)) return ast.literal === null
  if (SchemaAST.isUnion(ast)) return ast.types.some(allowsNull)
  if (SchemaAST.isTypeLiteral(ast)) return ast.propertySignatures.some(({ type }) => allowsNull(type))
  return (SchemaAST.isRefinement(ast) || SchemaAST.isTransformation(ast)) && allowsNull(ast.from)
}

/** What these read before never changes: what a secret is sealed for, and whether a key is a management key. */
export const readsBefore = new Set(["updateByokCredential", "updateKey"])

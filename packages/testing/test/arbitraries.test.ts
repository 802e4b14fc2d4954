import { describe, expect, it } from "@effect/vitest"
import {
  AddMembers,
  CatalogEntry,
  CodeExchange,
  KeyPatch,
  MemberIds,
  NewAuthorizationCode,
  NewByokCredential,
  NewCatalog,
  NewGuardrail,
  NewKey,
  NewOrganization,
  NewOrganizationMember,
  NewPreset,
  NewWorkspace,
  UsageInput
} from "@tollgate/core"
import * as Testing from "@tollgate/testing"
import { Effect, type FastCheck, Schema } from "effect"

const roundTrip =
  <A, I>(schema: Schema.Schema<A, I>) =>
  (input: A) =>
    Effect.flatMap(Schema.encode(schema)(input), (wire) => {
      const sent: unknown = JSON.parse(JSON.stringify(wire))
      return Schema.decodeUnknown(schema)(sent)
    })

const check = <A, I>(name: string, arbitrary: FastCheck.Arbitrary<A>, schema: Schema.Schema<A, I>) =>
  it.effect.prop(`${name} gives only inputs that decode from their JSON`, [arbitrary], ([input]) =>
    Effect.gen(function* () {
      expect(Schema.is(schema)(input)).toBe(true)
      expect(Schema.is(schema)(yield* roundTrip(schema)(input))).toBe(true)
    })
  )

describe("arbitraries", () => {
  check("anyAuthorizationCode", Testing.anyAuthorizationCode, NewAuthorizationCode)
  check("anyByokKey", Testing.anyByokKey, NewByokCredential)
  check("anyCatalog", Testing.anyCatalog, NewCatalog)
  check("anyExchange", Testing.anyExchange, CodeExchange)
  check("anyGuardrail", Testing.anyGuardrail, NewGuardrail)
  check("anyImageModel", Testing.anyImageModel, CatalogEntry)
  check("anyKey", Testing.anyKey, NewKey)
  check("anyKeyPatch", Testing.anyKeyPatch, KeyPatch)
  check("anyMembers", Testing.anyMembers, MemberIds)
  check("anyOrganization", Testing.anyOrganization, NewOrganization)
  check("anyOrganizationMember", Testing.anyOrganizationMember, NewOrganizationMember)
  check("anyPreset", Testing.anyPreset, NewPreset)
  check("anyUsage", Testing.anyUsage, UsageInput)
  check("anyWorkspace", Testing.anyWorkspace, NewWorkspace)
  check("anyWorkspaceMembers", Testing.anyWorkspaceMembers, AddMembers)
})

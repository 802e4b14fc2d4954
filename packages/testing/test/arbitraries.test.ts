import { describe, expect, it } from "@effect/vitest"
import {
  ApiKeyPatch,
  AuthorizationCodeExchange,
  GuardrailPatch,
  MemberIds,
  NewApiKey,
  NewAuthorizationCode,
  NewByokCredential,
  NewGuardrail,
  NewImageModel,
  NewImageModels,
  NewOrganization,
  NewOrganizationMember,
  NewPreset,
  NewPresetVersion,
  NewWorkspace,
  NewWorkspaceMembers,
  UsageInput
} from "@tollgate/core"
import * as Testing from "@tollgate/testing"
import { type FastCheck, Schema } from "effect"

const check = <A, I>(name: string, arbitrary: FastCheck.Arbitrary<A>, schema: Schema.Schema<A, I>) =>
  it.prop(`${name} gives only inputs that decode from their JSON`, [arbitrary], ([input]) => {
    expect(Schema.is(schema)(input)).toBe(true)
    const sent: unknown = JSON.parse(JSON.stringify(Schema.encodeSync(schema)(input)))
    expect(Schema.is(schema)(Schema.decodeUnknownSync(schema)(sent))).toBe(true)
  })

describe("arbitraries", () => {
  check("anyAuthorizationCode", Testing.anyAuthorizationCode, NewAuthorizationCode)
  check("anyByokCredential", Testing.anyByokCredential, NewByokCredential)
  check("anyCatalog", Testing.anyCatalog, NewImageModels)
  check("anyExchange", Testing.anyExchange, AuthorizationCodeExchange)
  check("anyGuardrail", Testing.anyGuardrail, NewGuardrail)
  check("anyGuardrailPatch", Testing.anyGuardrailPatch, GuardrailPatch)
  check("anyImageModel", Testing.anyImageModel, NewImageModel)
  check("anyKey", Testing.anyKey, NewApiKey)
  check("anyKeyPatch", Testing.anyKeyPatch, ApiKeyPatch)
  check("anyMembers", Testing.anyMembers, MemberIds)
  check("anyOrganization", Testing.anyOrganization, NewOrganization)
  check("anyOrganizationMember", Testing.anyOrganizationMember, NewOrganizationMember)
  check("anyPreset", Testing.anyPreset, NewPreset)
  check("anyPresetVersion", Testing.anyPresetVersion, NewPresetVersion)
  check("anyUsage", Testing.anyUsage, UsageInput)
  check("anyWorkspace", Testing.anyWorkspace, NewWorkspace)
  check("anyWorkspaceMembers", Testing.anyWorkspaceMembers, NewWorkspaceMembers)
})

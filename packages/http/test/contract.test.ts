import { OpenApi } from "@effect/platform"
import { operations, TollgateApi } from "@tollgate/http"
import { assert, describe, it } from "vitest"
import { contract } from "./contractTable.js"
import { readDocument } from "./readDocument.js"

describe("the contract", () => {
  const document = OpenApi.fromApi(TollgateApi)

  it("has the statuses, fields and nullability of each table, and nothing else", () => {
    const shown = new Map(Object.entries(readDocument(document)))
    for (const [id, table] of Object.entries(contract)) assert.deepStrictEqual(shown.get(id), table, id)
  })

  it("closes every object of an answer, so that nothing may be added", () => {
    const open = JSON.stringify(document, (key, value) => (key === "additionalProperties" ? undefined : value))
    assert.notInclude(open, "additionalProperties")
    for (const name of [
      "ApiKey",
      "ByokCredential",
      "WorkspaceMember",
      "Preset",
      "ImageModel",
      "BadRequest",
      "ApiKeyPatch"
    ]) {
      assert.propertyVal(document.components.schemas[name], "additionalProperties", false, name)
    }
  })

  it("names each operation by its program, but the one that the contract names itself", () => {
    const renamed = operations.filter(({ id, name }) => id !== name).map(({ id, name }) => [name, id])
    assert.deepStrictEqual(renamed, [["getByokCredential", "getBYOKKey"]])
  })

  it("names schemas by one rule: the resource, New for what creates it, Patch for what changes it", () => {
    assert.deepStrictEqual(Object.keys(document.components.schemas).toSorted(), [
      "AddedWorkspaceMembers",
      "ApiKey",
      "ApiKeyPatch",
      "AssignedMembers",
      "AuthorizationCode",
      "AuthorizationCodeExchange",
      "BadRequest",
      "ByokCredential",
      "ByokCredentialPatch",
      "CurrentApiKey",
      "Deleted",
      "ErrorMetadata",
      "ExchangedApiKey",
      "Forbidden",
      "Guardrail",
      "GuardrailPatch",
      "ImageModel",
      "InternalError",
      "MemberAssignment",
      "MemberIds",
      "NewApiKey",
      "NewAuthorizationCode",
      "NewByokCredential",
      "NewGuardrail",
      "NewImageModel",
      "NewImageModels",
      "NewOrganizationMember",
      "NewPreset",
      "NewWorkspace",
      "NewWorkspaceMembers",
      "NotFound",
      "OrganizationMember",
      "Preset",
      "PresetVersion",
      "PresetWithVersion",
      "TooManyRequests",
      "UnassignedMembers",
      "Unauthorized",
      "Workspace",
      "WorkspaceMember"
    ])
  })

  it("says how a key is presented, for every operation", () => {
    assert.nestedInclude(document.components.securitySchemes, { "bearer.type": "http", "bearer.scheme": "bearer" })
    for (const path of Object.values(document.paths)) {
      for (const operation of Object.values(path)) assert.deepStrictEqual(operation.security, [{ bearer: [] }])
    }
  })

  it("keeps the framework's own error shape out of the document", () => {
    assert.notInclude(JSON.stringify(document), "HttpApiDecodeError")
  })
})

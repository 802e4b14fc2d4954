import { OpenApi } from "@effect/platform"
import * as Models from "@tollgate/core/models"
import { operations, TollgateApi } from "@tollgate/http"
import { assert, describe, it } from "vitest"
import { refusalErrors } from "../src/api/WireError.js"
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

  it("names schemas as core names its models, and errors by their status", () => {
    const names = Object.keys(document.components.schemas)
    const declared = new Set(operations.flatMap(({ statuses }) => statuses))
    const errors = [
      "ErrorMetadata",
      "TooManyRequests",
      // Its messages are those of the operations of gateways.
      "GatewayForbidden",
      "SpendingForbidden",
      ...Object.entries(refusalErrors).flatMap(([status, { identifier }]) =>
        declared.has(Number(status)) ? [identifier] : []
      )
    ]
    assert.sameMembers(
      names.filter((name) => !(name in Models)),
      errors
    )
  })

  it("says how a key is presented, for every operation", () => {
    assert.nestedInclude(document.components.securitySchemes, { "bearer.type": "http", "bearer.scheme": "bearer" })
    for (const path of Object.values(document.paths)) {
      for (const operation of Object.values(path)) {
        const isOfGateways = operation.tags?.some((tag) => tag === "Spending" || tag === "Runs")
        if (!isOfGateways && operation.operationId !== "listPrices")
          assert.deepStrictEqual(operation.security, [{ bearer: [] }])
      }
    }
  })

  it("keeps the framework's own error shape out of the document", () => {
    assert.notInclude(JSON.stringify(document), "HttpApiDecodeError")
  })
})

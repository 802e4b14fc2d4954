import { operations, schemasOf } from "@tollgate/http"
import { Option } from "effect"
import { expect, it } from "vitest"
import { localOperations } from "../dist/localOperations.js"

it("each operation that takes a body or a query over HTTP takes it in process", () => {
  const withInput = operations.filter(
    ({ endpoint }) => Option.isSome(endpoint.payloadSchema) || Option.isSome(endpoint.urlParamsSchema)
  )
  const missing = withInput.filter(({ name }) => localOperations.get(name)?.input == null)
  expect(missing.map(({ name }) => name)).toEqual([])
  expect(operations.filter((operation) => Option.isSome(schemasOf(operation).payloadSchema)).length).toBeGreaterThan(0)
})

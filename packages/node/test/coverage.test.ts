import { operations } from "@tollgate/http"
import { expect, it } from "vitest"
import { promiseMethods } from "../../../scripts/operationsTable.mjs"

const methods = await promiseMethods()

it.each(operations)("$id has its method in the Promise API", ({ id, name, resource }) => {
  const where = `packages/node/src/${resource}.ts`
  expect(
    methods.has(`${resource}.${name}`),
    `${id}: write a method that asks client.${resource}.${name} in ${where}`
  ).toBe(true)
})

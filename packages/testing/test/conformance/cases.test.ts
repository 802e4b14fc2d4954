import { operations } from "@tollgate/http"
import { cases } from "@tollgate/testing/conformance"
import { describe, expect, it } from "vitest"

const repeated = <A>(values: ReadonlyArray<A>) => values.filter((value, i) => values.indexOf(value) !== i)

describe("the cases", () => {
  it("are numbered from one, and have names of their own", () => {
    expect(cases.length).toBeGreaterThan(1000)
    expect(cases.map(({ n }) => n)).toEqual(cases.map((_, i) => i + 1))
    expect(repeated(cases.map(({ name }) => name))).toEqual([])
  })

  it("belong to operations of the contract, or to none", () => {
    const known = new Set([null, ...operations.map(({ id }) => id)])
    expect(cases.filter(({ operationId }) => !known.has(operationId)).map(({ name }) => name)).toEqual([])
  })

  it("are there for every operation", () => {
    const asked = new Set(cases.map(({ operationId }) => operationId))
    const missing = operations.filter(({ id }) => !asked.has(id))
    expect(
      missing.map(({ name, resource }) => `write packages/testing/src/conformance/${resource}/${name}.ts`)
    ).toEqual([])
  })
})

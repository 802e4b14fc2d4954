import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { promiseModels } from "../../../scripts/promiseModels.mjs"

/** The fields of a declaration file, and the line above each. */
const fieldsOf = (declarations: string) => {
  const lines = declarations.split("\n")
  return lines.flatMap((line, i) => (/^ +readonly \w+\??: /.test(line) ? [{ line, above: lines[i - 1] ?? "" }] : []))
}

describe("the types that are made from the schemas", () => {
  it.each(["client", "node"])("of %s show what each field means where an editor looks", (name) => {
    const fields = fieldsOf(readFileSync(new URL(`../../${name}/dist/models.d.ts`, import.meta.url), "utf8"))
    expect(fields).not.toEqual([])
    expect(fields.filter(({ above }) => !above.endsWith("*/"))).toEqual([])
  })

  it("have no name that an interface of the same package has", async () => {
    const client = 'import type { Keys } from "#models"\nexport interface Keys {}'
    await expect(promiseModels({ client, node: "" })).rejects.toThrow(
      "The model Keys has the name of an interface of @tollgate/client: rename one of them."
    )
  })
})

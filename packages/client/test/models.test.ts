import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { modelTypes, promiseModels, shownModels } from "../../../scripts/promiseModels.mjs"

const models = await promiseModels()

/** Formatting is not what is promised. */
const unformatted = (text: string) => text.replace(/[\s|]+/g, "")

/** The fields of a built declaration file, and the line above each. */
const fieldsOf = (declarations: string) => {
  const lines = declarations.split("\n")
  return lines.flatMap((line, i) => (/^ +readonly \w+\??: /.test(line) ? [{ line, above: lines[i - 1] ?? "" }] : []))
}

describe("the generated types", () => {
  it.each([...models])("of %s are those of the schemas", (path, text) => {
    expect(unformatted(shownModels(path)), "npm run generate writes the types again").toBe(unformatted(text))
  })

  it.each([...models.keys()])("of %s show what each field means where an editor looks", (path) => {
    const built = path.replace("/src/", "/dist/").replace(/\.ts$/, ".d.ts")
    const fields = fieldsOf(readFileSync(new URL(`../../../${built}`, import.meta.url), "utf8"))
    expect(fields).not.toEqual([])
    expect(fields.filter(({ above }) => !above.endsWith("*/"))).toEqual([])
  })

  it("have no name that an interface of the same package has", async () => {
    const models = [{ name: "Keys", from: "ApiKey", words: "ApiKey" }]
    await expect(promiseModels([{ path: "packages/client/src/models/keys.ts", models }])).rejects.toThrow(
      "The model Keys has the name of an interface of packages/client/src/keys.ts: rename one of them."
    )
  })

  it("are each compared with their schema", () => {
    const { path, text } = modelTypes
    expect(unformatted(shownModels(path)), "npm run generate writes the comparison again").toBe(unformatted(text()))
  })
})

import { operations } from "@tollgate/http"
import { describe, expect, it } from "vitest"
import { commandTable, shownCommands } from "../../../scripts/commandTable.mjs"
import { promiseMethods } from "../../../scripts/operationsTable.mjs"
import { constants } from "../../../scripts/sourceCode.mjs"
import { derivedCommands } from "../dist/commands/derived.js"
import { flagOf, resourceWordOf, wordOf } from "../dist/operations/words.js"
import { runHere } from "./harness/here.js"

const files = await commandTable()
const methods = await promiseMethods()

/** Formatting is not what is promised. */
const unformatted = (text: string) => text.replaceAll(/\s+/g, "")

/** Operations whose path a command has that is written by hand. It prints the same list. */
const byHand = ["activity.list", "prices.list"]

describe("the commands of the operations", () => {
  it.each([...files])("in %s follow from the contract", (path, text) => {
    expect(unformatted(shownCommands(path)), "npm run generate writes the commands anew").toBe(unformatted(text))
  })

  it("have a record of another name than that of their resource, and each record one of its own", () => {
    const { known, named } = constants(new Map(), ["spending"])
    const values = [
      ["spending", 1],
      ["hold", 2],
      ["spending", 3],
      ["spending2", 4],
      ["hold", 2]
    ] as const
    expect(values.map(([name, value]) => named(name, "number", value).name)).toEqual([
      ...["spending2", "hold", "spending3", "spending22", "hold"]
    ])
    expect(Array.from(known.values(), ({ line }) => line)).toEqual([
      ...["const spending2: number = 1", "const hold: number = 2", "const spending3: number = 3"],
      "const spending22: number = 4"
    ])
  })

  it("are all operations of the contract, in the words of the Promise API", () => {
    const words = operations.map(({ name, resource }) => methods.get(`${resource}.${name}`) ?? "")
    expect(derivedCommands.map(({ path }) => path.join(" "))).toEqual(
      words
        .filter((word) => !byHand.includes(word))
        .map((word) => word.split("."))
        .map(([resource = "", method = ""]) => `${resourceWordOf(resource)} ${wordOf(method)}`)
    )
  })
})

describe("a command", () => {
  it.each([["usage"], ["spending", "list"], ["holds", "list", "--key", "x"], ["organizations", "budget", "list"]])(
    "has one name: there is no tollgate %s %s",
    async (...words) => {
      expect(await runHere(words)).toMatchObject({ code: 2, stdout: "" })
    }
  )
})

describe.each(derivedCommands.map((command) => ({ name: command.path.join(" "), ...command })))(
  "tollgate $name",
  ({ load, name, path }) => {
    it("has a help with every argument and flag, for a terminal of 90 columns", async () => {
      const { code, stderr, stdout } = await runHere([...path, "--help"])
      const operation = await load()
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
      const words = operation.path.map((one) => `<${wordOf(one.name)}>`)
      expect(stdout.split("\n")[0]).toBe(["Usage: tollgate", name, ...words, "[flags]"].join(" "))
      const terms = Array.from(stdout.matchAll(/^ {2}(--[a-z-]+|<[a-z-]+>)/gm), ([, term]) => term)
      expect(terms).toEqual([
        ...words,
        ...operation.fields.map((field) => flagOf(field.name)),
        ...(operation.takes === "body" ? ["--input"] : []),
        ...(operation.takes === "page" ? ["--all"] : []),
        ...["--json", "--url", "--organization", "--database", "--master-key"]
      ])
      expect(stdout.replaceAll(/\s+/g, " ")).toContain(operation.description)
      expect(stdout.split("\n").filter((line) => line.length > 90)).toEqual([])
    })

    it("refuses a word and a flag that it does not have, in one line, with code 2", async () => {
      const { path: own } = await load()
      const words = own.map(() => "x")
      const command = `tollgate ${name}`
      expect(await runHere([...path, ...words, "tg_sk_secret"])).toEqual({
        code: 2,
        stdout: "",
        stderr: `${command} takes ${own.map((one) => `<${wordOf(one.name)}>`).join(" and ") || "only flags"}. See ${command} --help.\n`
      })
      expect(await runHere([...path, ...words, "--jsn"])).toEqual({
        code: 2,
        stdout: "",
        stderr: `${command} has no flag --jsn. Did you mean --json? See ${command} --help.\n`
      })
    })
  }
)

import { operations } from "@tollgate/http"
import { describe, expect, expectTypeOf, it } from "vitest"
import { promiseMethods } from "../../../scripts/operationsTable.mjs"
import { derivedCommands } from "../dist/commands/derived.js"
import type { Table } from "../dist/operations/table.js"
import { flagOf, resourceWordOf, wordOf } from "../dist/operations/words.js"
import type { Operation } from "../src/operations/Operation.js"
import { runHere } from "./harness/here.js"

const methods = await promiseMethods()

/** Operations whose path a command has that is written by hand. It prints the same list. */
const byHand = ["activity.list", "prices.list"]

describe("the commands of the operations", () => {
  it("have the type by which the command reads them", () => {
    expectTypeOf<Table>().toExtend<Readonly<Record<string, ReadonlyArray<Operation>>>>()
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

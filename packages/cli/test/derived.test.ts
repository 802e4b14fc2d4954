import { gatewayAccount, type Transport, TransportAccount } from "@tollgate/client/internal"
import { operations } from "@tollgate/http"
import { describe, expect, expectTypeOf, it } from "vitest"
import { promiseMethods } from "../../../scripts/operationsTable.mjs"
import { anyAccount } from "../dist/account/AnyAccount.js"
import { commands } from "../dist/commands/table.js"
import { operationOf, resources } from "../dist/operations/resources.js"
import type { Table } from "../dist/operations/table.js"
import { commandWordsOf, flagOf, wordOf } from "../dist/operations/words.js"
import type { Operation } from "../src/operations/Operation.js"
import { runHere } from "./harness/here.js"

const methods = await promiseMethods()

const derivedCommands = commands.filter(({ isOperation }) => isOperation === true)

const table = await Promise.all(
  resources.flatMap(({ methods, name }) =>
    Object.keys(methods).map(
      async (method) => [commandWordsOf(name, method).join(" "), await operationOf(name, method)] as const
    )
  )
)
const known = new Map<string, Operation>(table)

/** Operations whose path a command has that is written by hand, and prints the same list, or that are a part of another command. */
const byHand = ["activity.list", "prices.list", "spending.runs.open"]

describe("the commands of the operations", () => {
  it("have the type by which the command reads them", () => {
    expectTypeOf<Table>().toExtend<Readonly<Record<string, ReadonlyArray<Operation>>>>()
  })

  it("are all operations of the contract, in the words of the Promise API", () => {
    const words = operations.map(({ name, resource }) => methods.get(`${resource}.${name}`) ?? "")
    expect(derivedCommands.map(({ path }) => path.join(" "))).toEqual(
      words
        .filter((word) => !byHand.includes(word))
        .map((word) =>
          word
            .replace("runs.update", "runs.set")
            .replace(/^(?:spending|budgets)\.(?=runs\.|boosts\.|requests\.)/, "")
            .split(".")
        )
        .map(([resource = "", method = ""]) => commandWordsOf(resource, method).join(" "))
    )
  })
})

describe("the methods of the commands", () => {
  it("are all found by their words", () => {
    const transport: Transport = { run: () => Promise.reject(new Error("Nothing is called.")) }
    const find = anyAccount(new TransportAccount(transport), gatewayAccount(transport))
    const missing = resources.flatMap(({ methods, name }) =>
      Object.keys(methods)
        .filter((method) => !find(name, method, false) && !find(name, method, true))
        .map((method) => `${name}.${method}`)
    )
    expect(missing).toEqual([])
  })
})

describe("a command", () => {
  it.each([
    ["spending", "list"],
    ["holds", "list", "--key", "x"],
    ["organizations", "budget", "list"],
    ["runs", "open", "a"]
  ])("has one name: there is no tollgate %s %s", async (...words) => {
    expect(await runHere(words)).toMatchObject({ code: 2, stdout: "" })
  })
})

const described = derivedCommands.map(({ path }) => {
  const name = path.join(" ")
  const operation = known.get(name)
  if (operation === undefined) throw new Error(`${name} is no operation`)
  const words = operation.path.map((one) => `<${wordOf(one.name)}>`)
  return { name, operation, path, words, usage: ["tollgate", name, ...words, "[flags]"].join(" ") }
})

describe.each(described)("tollgate $name", ({ name, operation, path, usage, words }) => {
  it("has a help with every argument and flag, for a terminal of 90 columns", async () => {
    const { code, stderr, stdout } = await runHere([...path, "--help"])
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    expect(stdout.split("\n")[0]).toBe(`Usage: ${usage}`)
    const terms = Array.from(stdout.matchAll(/^ {2}(--[a-z-]+|<[a-z-]+>)/gm), ([, term]) => term)
    expect(terms).toEqual([
      ...words,
      ...operation.fields.map((field) => flagOf(field)),
      ...(operation.takes === "body" ? ["--input"] : []),
      ...(operation.takes === "page" ? ["--all"] : []),
      ...["--json", "--url", "--organization", "--database", "--master-key"]
    ])
    expect(stdout.replaceAll(/\s+/g, " ")).toContain(operation.description)
    expect(stdout.split("\n").filter((line) => line.length > 90)).toEqual([])
  })

  it("refuses a word and a flag that it does not have, in one line, with code 2", async () => {
    const given = words.map(() => "x")
    expect(await runHere([...path, ...given, "tg_sk_secret"])).toEqual({
      code: 2,
      stdout: "",
      stderr: `${words.length === 0 ? "Unexpected argument" : "Too many arguments"}. Usage: ${usage}\n`
    })
    expect(await runHere([...path, ...given, "--jsn"])).toEqual({
      code: 2,
      stdout: "",
      stderr: `Unknown flag --jsn. Did you mean --json? See tollgate ${name} --help.\n`
    })
  })

  it.runIf(words.length > 0)("names the first argument that is missing, with code 2", async () => {
    expect(await runHere(path)).toEqual({
      code: 2,
      stdout: "",
      stderr: `Missing argument ${words[0]}. Usage: ${usage}\n`
    })
  })
})

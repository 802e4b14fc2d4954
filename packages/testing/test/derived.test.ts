import { existsSync, readFileSync } from "node:fs"
import { Memory } from "@tollgate/core"
import * as Storage from "@tollgate/core/storage"
import { operations } from "@tollgate/http"
import { type Case, cases } from "@tollgate/testing/conformance"
import { Context, Effect, Layer } from "effect"
import { describe, expect, it } from "vitest"

const root = new URL("../../../", import.meta.url)
const read = (path: string) => (existsSync(new URL(path, root)) ? readFileSync(new URL(path, root), "utf8") : "")
const count = (text: string, part: RegExp) => text.match(part)?.length ?? 0

/** Something that must hold, and what to write otherwise. */
const must = (holds: boolean, otherwise: string) => expect(holds, otherwise).toBe(true)

/** The folder of a resource in core. */
const folderOf = (resource: string) => (resource === "organization" ? "organizations" : resource)

const bodyOf = ({ request }: Case): string => request.body ?? ""
const isPatch = ({ method }: { readonly method: string }) => method === "PATCH"

describe.each(operations.filter(isPatch))("$id", ({ id, name, resource }) => {
  const mine = cases.filter(({ operationId }) => operationId === id)
  const file = `packages/testing/src/conformance/${resource}/${name}.ts`

  it("runs in one transaction", () => {
    const path = `packages/core/src/${folderOf(resource)}/${name}.ts`
    const program = read(path)
    const runs = count(program, /transaction\.run\(/g)
    const updates = count(program, /\.update\(/g)
    must(
      updates === 1 && (runs === 1 || (runs === 0 && count(program, /await|\.(insert|delete)\(/g) === 0)),
      `${id} must change the record once, in one transaction.run with what it reads before: correct ${path}`
    )
  })

  it("changes nothing by an empty object", () => {
    must(
      mine.some((one) => bodyOf(one) === "{}" && one.expect.status === 200 && one.unchanged !== undefined),
      `${id} has no case that an empty object changes nothing: give \`about\` in ${file} \`success: { body: "{}" }\` and a \`reading\``
    )
  })

  it("clears by null", () => {
    must(
      mine.some((one) => /:\s*null\b/.test(bodyOf(one)) && one.expect.status === 200),
      `${id} has no case that null clears a field: write one in ${file}`
    )
  })

  it("refuses unknown fields", () => {
    must(
      mine.some(({ expect, name }) => name.includes("unknown field: ") && expect.status === 400),
      `${id} has no case with an unknown field: use the family \`unknownFields\` in ${file}`
    )
  })
})

const ports = Object.entries(Storage).flatMap(([name, port]) =>
  name.endsWith("Store") && name !== "SpendingStore" && Context.isTag(port) ? [name] : []
)

const context = Effect.runSync(Effect.scoped(Layer.build(Memory.layer)))
/** The methods of a port, as its store in memory has them. */
const methodsOf = (name: string) => {
  const found = Array.from(context.unsafeMap).find(([key]) => key.endsWith(`/${name}`))
  return found === undefined ? [] : Object.keys(found[1])
}
const commands = [
  "keys",
  "gatewayKeys",
  "oauth",
  "byok",
  "guardrails",
  "presets",
  "workspaces",
  "organizations",
  "images"
].map((name) => read(`packages/testing/src/contracts/commands/${name}.ts`))

describe.each(ports)("%s", (port) => {
  const path = `packages/testing/src/contracts/${port.slice(0, 1).toLowerCase()}${port.slice(1)}Contract.ts`
  // A long contract has some of its promises in files of their own.
  const parts = [...read(path).matchAll(/from "\.\/(\w+Promises)\.js"/g)]
  const contract = [path, ...parts.map(([, name]) => `packages/testing/src/contracts/${name}.ts`)].map(read).join("\n")
  // Their promises follow from the description of the records.
  const derived = contract.includes("recordPromises(") ? ["insert", "find", "list", "update", "delete"] : []

  it("has methods", () => {
    must(methodsOf(port).length > 0, `${port} is not in Memory.layer: add it in packages/core/src/Memory.ts`)
  })

  it.each(methodsOf(port))("promises something of %s", (method) => {
    const isPromised = derived.includes(method) || new RegExp(`\\.${method}\\b|\\b${method}[,( ]`).test(contract)
    must(isPromised, `${port}.${method} has no promise: write one in ${path}`)
  })

  // The organizations of the model are stored before its first command.
  const compared = methodsOf(port).filter((method) => `${port}.${method}` !== "OrganizationStore.insert")
  it.each(compared)("is compared with the model by %s", (method) => {
    const own = commands.filter((text) => text.includes(`callsOf(${port})`))
    must(
      own.some((text) => text.includes(`"${method}"`)),
      `${port}.${method} has no command: write one in the file of packages/testing/src/contracts/commands that has callsOf(${port})`
    )
  })
})

const entry = read("packages/client/src/index.ts") + read("packages/client/src/resources.ts")
const exported = [...entry.matchAll(/export type \* from "\.\/(models\/\w+)\.js"/g)].flatMap(([, file = ""]) =>
  Array.from(read(`packages/client/src/${file}.ts`).matchAll(/^export (?:interface|type) (\w+)/gm), ([, name]) => name)
)
const account = read("packages/client/src/Account.ts")
const resources = Array.from(
  account.matchAll(/type (\w+), \w+ \} from "\.\/(\w+)\.js"/g),
  ([, type = "", file = ""]) => ({ file, type })
)

describe.each(resources)("the client's $type", ({ file, type }) => {
  const text = read(`packages/client/src/${file}.ts`)
  const [, body = ""] = new RegExp(`^export interface ${type} \\{([^]*?)^\\}`, "m").exec(text) ?? []

  it.each(Array.from(body.matchAll(/^ {2}(\w+)\((.*)$/gm), ([, method = "", rest = ""]) => [method, rest] as const))(
    "exports the types of %s",
    (method, rest) => {
      const names = Array.from(rest.matchAll(/\b[A-Z]\w+/g), ([name]) => name).filter(
        (name) => name !== "Promise" && name !== "ReadonlyArray"
      )
      const missing = names.filter((name) => !exported.includes(name) && !entry.includes(`{ ${name} }`))
      must(
        missing.length === 0,
        `${type}.${method} uses ${missing.join(", ")}, which @tollgate/client does not export: list it in scripts/promiseModelFiles.mjs and run npm run generate`
      )
    }
  )
})

import { readFileSync } from "node:fs"
import { operations } from "@tollgate/http"
import { expect, it } from "vitest"
import { promiseMethods } from "../../../scripts/operationsTable.mjs"

const methods = await promiseMethods()

/** The declarations that an editor reads. */
const built = (name: string) => readFileSync(new URL(`../../client/dist/${name}.d.ts`, import.meta.url), "utf8")

/** Each interface of an account, and its file. Those of runs, boosts and requests are parts of others. */
const interfaces: ReadonlyArray<ReadonlyArray<string>> = [
  ...["Account", "GatewayAccount"].flatMap((account) =>
    Array.from(built(account).matchAll(/import \{ type (\w+) \} from "\.\/(\w+)\.js"/g))
  ),
  ["", "ManagedRuns", "runs"],
  ["", "Boosts", "budgets"],
  ["", "BudgetRequests", "budgets"]
]

/** The resources of the interfaces that are parts of another's file. */
const nested: { readonly [type: string]: string } = { Boosts: "boosts", BudgetRequests: "requests" }

/** A doc comment's text, and what it names under `@throws`. */
const parseComment = (lines: ReadonlyArray<string>) => {
  const comment = lines.join("\n")
  const throws = Array.from(comment.matchAll(/^ *\* @throws \{(\w+)\} \S/gm), ([, tag = ""]) => tag)
  return { comment, hasExample: /^ *\* @example\n *\* \S/m.test(comment), throws }
}

/** The members of a type: the name of each, and the doc comment that ends on the line above it. */
const membersOf = (type: string, declarations: string) => {
  const [, body = ""] = declarations.split(
    new RegExp(`^export (?:declare class|interface) ${type}(?: (?:extends|implements) \\w+)? \\{$`, "m")
  )
  const lines = body.slice(0, body.indexOf("\n}")).split("\n")
  return lines.flatMap((line, i) => {
    const [, name] = /^ {4}(?:readonly |static )?(\w+)\??[(:<]/.exec(line) ?? []
    if (name === undefined || name === "constructor") return []
    const above = lines.slice(0, i)
    const start = above.findLastIndex((line) => line.trim().startsWith("/**"))
    return [{ name, type, ...parseComment(above.at(-1)?.endsWith("*/") ? above.slice(start) : []) }]
  })
}

/** An interface, and what it extends in the same file. */
const withBases = (type: string, declarations: string): ReadonlyArray<string> => {
  const [, base] = new RegExp(`^export interface ${type} extends (\\w+) \\{$`, "m").exec(declarations) ?? []
  return base === undefined ? [type] : [type, ...withBases(base, declarations)]
}

const described = [
  ...new Set(
    interfaces.flatMap(([, type = "", file = ""]) => withBases(type, built(file)).map((type) => `${type} ${file}`))
  )
].flatMap((named) => {
  const [type = "", file = ""] = named.split(" ")
  return membersOf(type, built(file)).map((member) => ({ ...member, file, resource: nested[type] ?? file }))
})

/** The methods without an endpoint, by the type that has them. */
const others = [
  ["client", "RemoteTollgate", "RemoteTollgate"],
  ["client", "OpenRun", "OpenRun"],
  ["node", "Tollgate", "Tollgate"],
  ["node", "organizations", "Organizations"],
  ["node", "gatewayKeys", "GatewayKeys"],
  ["node", "keyImports", "KeyImports"],
  ["node", "HostSpending", "HostSpending"],
  ["node", "BoundHold", "BoundHold"],
  ["node", "BoundRun", "BoundRun"],
  ["node", "BoundRun", "BoundRuns"],
  ["node", "prices", "PriceBook"],
  ["node", "HostAccount", "HostKeys"],
  ["node", "credentials", "Credentials"],
  ["node", "credentials", "UsableCredential"]
] as const

it.each(operations)("$id has its method in the Promise API", ({ id, name, resource }) => {
  const where = `packages/client/src/${resource}.ts`
  expect(
    methods.has(`${resource}.${name}`),
    `${id}: write a method that asks client.${resource}.${name} in ${where}`
  ).toBe(true)
})

it("every resource has its interface", () => {
  expect(new Set(described.map(({ type }) => type))).toEqual(
    new Set(interfaces.flatMap(([, type = "", file = ""]) => withBases(type, built(file))))
  )
  expect(described.length).toBeGreaterThanOrEqual(methods.size)
})

it.each(described)("$type.$name has a description that an editor shows", ({ comment, file, name, type }) => {
  const where = `above ${name} in the interface ${type} of packages/client/src/${file}.ts`
  expect(comment, `${type}.${name}: write a docstring ${where}`).not.toBe("")
})

it.each(described)("$type.$name has an example", ({ hasExample }) => {
  expect(hasExample).toBe(true)
})

it.each(operations)("$id names under @throws what its endpoint declares", ({ name, refuses, resource }) => {
  const method = methods.get(`${resource}.${name}`)?.split(".").at(-1)
  const found = described.find((member) => member.resource === resource && member.name === method)
  expect(found?.throws.toSorted()).toEqual([...refuses].sort())
})

it.each(others)("each method of @tollgate/%s, %s.ts, %s has a description and an example", (name, file, type) => {
  const declarations = readFileSync(new URL(`../../${name}/dist/${file}.d.ts`, import.meta.url), "utf8")
  const members = membersOf(type, declarations)
  expect(members).not.toEqual([])
  const calls = members.filter(({ name }) => declarations.includes(`${name}(`))
  expect(calls.filter(({ hasExample }) => !hasExample).map(({ name }) => name)).toEqual([])
  expect(members.filter(({ comment }) => comment === "").map(({ name }) => name)).toEqual([])
})

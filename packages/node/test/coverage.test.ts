import { readFileSync } from "node:fs"
import { operations } from "@tollgate/http"
import { expect, it } from "vitest"
import { promiseMethods } from "../../../scripts/operationsTable.mjs"

const methods = await promiseMethods()

/** The types as an editor has them. */
const built = (name: string) => readFileSync(new URL(`../../client/dist/${name}.d.ts`, import.meta.url), "utf8")

/** Each interface of an account, and the file that it stands in. */
const interfaces = Array.from(built("Account").matchAll(/import \{ type (\w+) \} from "\.\/(\w+)\.js"/g))

/** The members of an interface: the name of each, and whether a docstring ends on the line above it. */
const described = interfaces.flatMap(([, type = "", file = ""]) => {
  const [, body = ""] = built(file).split(new RegExp(`^export interface ${type} \\{$`, "m"))
  const lines = body.slice(0, body.indexOf("\n}")).split("\n")
  return lines.flatMap((line, i) => {
    const [, name] = /^ {4}(?:readonly )?(\w+)\??[(:<]/.exec(line) ?? []
    return name === undefined ? [] : [{ file, name, type, documented: lines[i - 1]?.endsWith("*/") ?? false }]
  })
})

it.each(operations)("$id has its method in the Promise API", ({ id, name, resource }) => {
  const where = `packages/client/src/${resource}.ts`
  expect(
    methods.has(`${resource}.${name}`),
    `${id}: write a method that asks client.${resource}.${name} in ${where}`
  ).toBe(true)
})

it("every resource has its interface", () => {
  expect(new Set(described.map(({ type }) => type))).toEqual(new Set(interfaces.map(([, type]) => type)))
  expect(described.length).toBeGreaterThanOrEqual(methods.size)
})

it.each(described)("$type.$name says what it does, where an editor shows it", ({ documented, file, name, type }) => {
  const where = `above ${name} in the interface ${type} of packages/client/src/${file}.ts`
  expect(documented, `${type}.${name}: write a docstring ${where}: what it does, and what it rejects with`).toBe(true)
})

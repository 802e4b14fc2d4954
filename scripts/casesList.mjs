// The list of the conformance cases: the file of each operation of the contract, and the transport files.
import { existsSync, readdirSync, readFileSync } from "node:fs"

const conformance = new URL("../packages/testing/src/conformance/", import.meta.url)
const file = new URL("drafts.ts", conformance)
const DRAFT = 'import type { Draft } from "./Draft.js"'

export const casesList = async () => {
  const { operations } = await import("../packages/http/dist/api/operations.js")
  const paths = [
    ...operations.map(({ name, resource }) => `./${resource}/${name}`),
    ...readdirSync(new URL("transport/", conformance)).map((name) => `./transport/${name.replace(/\.ts$/, "")}`)
  ].filter((path) => existsSync(new URL(`${path}.ts`, conformance)))
  const nameOf = (path) => path.slice(path.lastIndexOf("/") + 1)
  const imports = [...paths.map((path) => `import { ${nameOf(path)} } from "${path}.js"`), DRAFT]
  const from = (line) => line.slice(line.indexOf('"')).toLowerCase()
  imports.sort((a, b) => (from(a) < from(b) ? -1 : 1))
  const list = paths.map((path) => `  ${nameOf(path)}`)
  return [
    "// Written by `npm run generate` from the operations and the files beside this one.",
    "",
    ...imports,
    "",
    "/** The cases of each operation, then those of the transport. */",
    "export const drafts: ReadonlyArray<ReadonlyArray<Draft>> = [",
    list.join(",\n"),
    "]",
    ""
  ].join("\n")
}

/** The present contents of the file. */
export const shownList = () => readFileSync(file, "utf8")

export { file as listFile }

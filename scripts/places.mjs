// Names every file that a new operation or a new column of a resource needs: npm run places -- organization
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../", import.meta.url))
const NEW = "<operation>"

/** The files of a folder that match, in the order of their names. */
const filesIn = (folder, matches) =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder))
        .filter((file) => file.endsWith(".ts") && matches(readFileSync(join(root, folder, file), "utf8"), file))
        .map((file) => `${folder}/${file}`)
    : []

/** The folder of a resource in core, and the singular by which its contract is named. */
const namesOf = (resource) => {
  const folders = [resource, `${resource}s`]
  const folder = folders.find((name) => existsSync(join(root, "packages/core/src", name)))
  if (folder === undefined) throw new Error(`There is no resource "${resource}".`)
  return { folder, singular: folder.replace(/s$/, "") }
}

/**
 * The files for a new operation of a resource, and those for a new column of its records. `<operation>` stands for a file of the operation's
 * name.
 */
export const placesOf = (resource) => {
  const { folder, singular } = namesOf(resource)
  const core = `packages/core/src/${folder}`
  const api = filesIn("packages/http/src/api", (text) => text.includes(`HttpApiGroup.make("${resource}")`))
  const model = filesIn(core, (text, file) => /^[A-Z]/.test(file) && text.includes("identifier: "))
  const ports = filesIn(core, (_, file) => /(?:Records|Store|StoreMemory)\.ts$/.test(file))
  // Spending has rooms.
  const program = ports.length === 0 && model.length === 0 ? `${core}/<room>/${NEW}.ts` : `${core}/${NEW}.ts`
  const operation = [
    [program, "The program, with its span"],
    [...model, "What it takes and returns"],
    [
      ...ports,
      ...filesIn(`packages/sql/src/${folder}`, (_, file) => /StoreSql\.ts$/.test(file)),
      "A method of the store, if it needs one of its own"
    ],
    [
      ...filesIn("packages/testing/src/contracts", (_, file) => file.startsWith(`${singular}StoreContract`)),
      "What every store promises of it"
    ],
    [
      ...filesIn("packages/testing/src/contracts/commands", (_, file) => file === `${folder}.ts`),
      "Its calls in the model test"
    ],
    [...api, "The endpoint, and the group that it is added to"],
    [...filesIn("packages/client/src", (_, file) => file === `${resource}.ts`), "The method of the Promise API"],
    [`packages/testing/src/conformance/${resource}/${NEW}.ts`, "Its cases"],
    ["packages/testing/test/versions.test.ts", "Why it raises no version that guards admissions"],
    ["packages/testing/src/contracts/versions/versionChanges.ts", "How it is made, if it raises one"],
    ["packages/testing/src/contracts/audit/changes.ts", "How it is made, if the example of its body does not"],
    ["packages/http/test/documentLimits.test.ts", "Bounds that are neither those of a name nor those of an amount"],
    ["packages/testing/src/requests.ts", "What its path names, if nothing of the resource does yet"]
  ]
  const column = [
    [...model, "The field, and its place in the patch"],
    [
      ...filesIn("packages/sql/src/migrations/0001_baseline", (_, file) => file === `${folder}.ts`),
      "The column, with its checks and indexes"
    ],
    ["packages/sql/src/archive/archivedTables.ts", "VERSION and TABLES of an export, and amounts of 64 bits"],
    ["packages/sql/test/support/nastyExport.ts", "Its value in an export that is hard to read"],
    [
      ...filesIn("packages/testing/src", (_, file) => file === `${folder}.ts`),
      "Its default in the records of tests, if the schema has none"
    ],
    ["packages/node/test/promise.test.ts", "Its value in what the Promise API returns"]
  ]
  const flat = (rows) => rows.flatMap((row) => row.slice(0, -1).map((path) => ({ path, what: row.at(-1) })))
  return { operation: flat(operation), column: flat(column) }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [resource] = process.argv.slice(2)
  if (resource === undefined) throw new Error("Name a resource: npm run places -- organization")
  const { column, operation } = placesOf(resource)
  const shown = (rows) => rows.map(({ path, what }) => `  ${path.padEnd(72)} ${what}`).join("\n")
  console.log(`A new operation of ${resource}:\n${shown(operation)}\n\nA new column of its records:\n${shown(column)}`)
  console.log("\nThen: npm run generate, and npm test, which names what is forgotten.")
}

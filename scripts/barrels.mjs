// The lists of exports that follow a rule. Entry points such as packages/core/src/index.ts re-export them, and add by hand
// what no rule covers.
import { spawnSync } from "node:child_process"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { basename, dirname } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../", import.meta.url))

const read = (path) => readFileSync(root + path, "utf8")

/** The sources of a package, with what each exports. */
const sourcesOf = (folder) =>
  readdirSync(root + folder, { recursive: true })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".ts"))
    .sort()
    .map((path) => ({ name: basename(path, ".ts"), folder: dirname(path), path, text: read(`${folder}/${path}`) }))

const matches = (text, pattern) => Array.from(text.matchAll(pattern), ([, name]) => name)

/** Programs have a span with their own name. */
const programs = ({ name, text }) =>
  text.includes(`.${name}"`) && /withSpan\(|change\(|changeRecord\(|lookUpKey\(/.test(text) ? [name] : []

const refusals = ({ text }) => matches(text, /^export class (\w+) extends (?:refusal|notFound|notFoundById)</gm)

/** Models are the schemas with an identifier. Files with a small first letter hold programs, and may use Node.js. */
const models = ({ name, text }) =>
  /^[a-z]/.test(name)
    ? []
    : matches(text, /^export const (\w+) = Schema\b/gm).filter(
        (name) =>
          text.includes(`identifier: "${name}"`) || new RegExp(`changesTo\\(\\s*"[^"]+",\\s*"${name}"`).test(text)
      )

/** Records, their descriptions and the ports that store them. */
const stores = ({ text }) =>
  matches(text, /^export (?:const|class) (\w+(?:Record|Records|Store)) (?:=|extends)/gm).filter(
    (name) => !/^(memory|merge|change)/.test(name)
  )

const exportsOf = (folder, rule) =>
  sourcesOf(folder)
    .filter((source) => source.folder !== ".")
    .map((source) => [source.path, rule(source)])
    .filter(([, names]) => names.length > 0)
    .map(([path, names]) => `export { ${names.sort().join(", ")} } from "./${path.replace(/\.ts$/, ".js")}"`)

/** The names of a resource's models, in the order of its files. */
export const modelsOf = (resource) => sourcesOf(`${core}/${resource}`).flatMap(models)

const core = "packages/core/src"
const client = "packages/client/src"

/** The interfaces of the client that are written by hand, each with its file. */
export const clientInterfaces = () =>
  sourcesOf(client)
    .filter(({ folder }) => folder === ".")
    .flatMap(({ path, text }) => matches(text, /^export interface (\w+)/gm).map((name) => [name, `${client}/${path}`]))

const lists = {
  [`${core}/programs.ts`]: ["Programs: what has a span of its own name.", () => exportsOf(core, programs)],
  [`${core}/refusals.ts`]: ["Refusals: the classes made by `refusal` and `notFound`.", () => exportsOf(core, refusals)],
  [`${core}/schemas.ts`]: ["Models: the schemas with an identifier.", () => exportsOf(core, models)],
  [`${core}/stores.ts`]: ["Records, their descriptions, and the ports that store them.", () => exportsOf(core, stores)],
  [`${client}/refusals.ts`]: [
    "The refusals of core.",
    () => [`export { ${sourcesOf(core).flatMap(refusals).sort().join(", ")} } from "@tollgate/core/models"`]
  ],
  [`${client}/resources.ts`]: [
    "The resources of an account, and their models.",
    () =>
      sourcesOf(client).flatMap(({ folder, name, path, text }) => {
        if (folder === "models") return [`export type * from "./${path.replace(/\.ts$/, ".js")}"`]
        const names = text.includes(`export const ${name} = <R>(`) ? matches(text, /^export interface (\w+)/gm) : []
        return names.length === 0 || name === "transport"
          ? []
          : [`export type { ${names.join(", ")} } from "./${name}.js"`]
      })
  ]
}

/** The text of each list, by its path; formatting it is left to Biome. */
export const barrels = () =>
  Object.entries(lists).map(([path, [words, statements]]) => [
    path,
    ["// Written by `npm run generate`.", `// ${words}`, "", ...statements(), ""].join("\n")
  ])

/** A list without its form. */
const plain = (text) =>
  matches(text.replace(/\s+/g, " "), /(export [^"]+"[^"]+")/g)
    .map((statement) => statement.replaceAll(/[\s,]/g, ""))
    .sort()
    .join("\n")

/** The lists that are not what the rules say. */
export const staleBarrels = () => barrels().flatMap(([path, text]) => (plain(read(path)) === plain(text) ? [] : [path]))

/** Writes the lists, formatted. */
export const writeBarrels = () => {
  const written = barrels()
  for (const [path, text] of written) writeFileSync(root + path, text)
  const biome = `${root}node_modules/@biomejs/biome/bin/biome`
  const paths = written.map(([path]) => path)
  const { status, stderr } = spawnSync(process.execPath, [biome, "check", "--write", ...paths], { cwd: root })
  if (status !== 0) throw new Error(String(stderr))
}

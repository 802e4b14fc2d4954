// Sources that the build writes before it compiles, and that are not in git: lists of exports that follow a rule, and the versions that programs
// show. Entry points such as packages/core/src/index.ts re-export the lists, and add by hand what no rule covers.
import { readdirSync, readFileSync } from "node:fs"
import { basename, dirname } from "node:path"

const packages = new URL("../packages/", import.meta.url)
const read = (path) => readFileSync(new URL(path, packages), "utf8")

const NOTE = "// Written by the build: see scripts/lists.mjs."

const matches = (text, pattern) => Array.from(text.matchAll(pattern), ([, name]) => name)

/** Programs have a span with their own name. */
const programs = ({ name, text }) =>
  text.includes(`.${name}"`) && /withSpan\(|change\(|change(?:Own)?Record\(|lookUpKey\(/.test(text) ? [name] : []

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

/** The conformance cases of an operation, and those of the transport, in a file of their name. */
const drafts = ({ name, text }) =>
  matches(
    text,
    /^export const (\w+)(?:: ReadonlyArray<Draft>| = (?:about|deletions|lists|patches|selections)(?:<[^()]*>)?\()/gm
  ).filter((found) => found === name)

const lists = [
  { path: "core/src/programs.ts", words: "Programs: what has a span of its own name.", rule: programs },
  {
    path: "core/src/refusals.ts",
    words: "Refusals: the classes made by `refusal` and `notFound`.",
    rule: refusals,
    // An entry point of its own.
    imports: ['import "./runtime/assertEffectVersion.js"', ""]
  },
  { path: "core/src/schemas.ts", words: "Models: the schemas with an identifier.", rule: models },
  { path: "core/src/stores.ts", words: "Records, their descriptions, and the ports that store them.", rule: stores },
  { path: "testing/src/conformance/drafts.ts", words: "The conformance cases of each operation.", rule: drafts }
]

/** The exports that follow a rule, of all sources in the folders beside a list. */
const exportsBeside = (path, rule) => {
  const folder = new URL(`${dirname(path)}/`, packages)
  return readdirSync(folder, { recursive: true })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.includes("/") && file.endsWith(".ts"))
    .sort((one, other) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1))
    .flatMap((file) => {
      const names = rule({ name: basename(file, ".ts"), text: readFileSync(new URL(file, folder), "utf8") })
      return names.length === 0 ? [] : [`export { ${names.sort().join(", ")} } from "./${file.slice(0, -3)}.js"`]
    })
}

/** Reading package.json at run time is not possible in a browser, and slows the start. */
const version = (name) => {
  const { version } = JSON.parse(read(`${name}/package.json`))
  return `${NOTE}\n\nexport const version = "${version}"\n`
}

/** The text of every list, by its path. */
export const sourceLists = () =>
  new Map([
    ...lists.map(({ imports = [], path, rule, words }) => [
      `packages/${path}`,
      [NOTE, `// ${words}`, "", ...imports, ...exportsBeside(path, rule), ""].join("\n")
    ]),
    ["packages/http/src/api/version.ts", version("http")],
    ["packages/cli/src/version.ts", version("cli")]
  ])

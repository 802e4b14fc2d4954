// Checks of a packed package before it is installed.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { builtinModules } from "node:module"
import { join } from "node:path"

const filesIn = (directory) =>
  readdirSync(directory, { recursive: true })
    .map((name) => String(name).replaceAll("\\", "/"))
    .filter((name) => statSync(join(directory, name)).isFile())

const packageOf = (specifier) => specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/")

/** An example in a docstring imports nothing. */
const withoutComments = (code) => code.replaceAll(/\/\*[\s\S]*?\*\//g, "")

/** Every package that compiled code or its types import. */
const importsIn = (directory, files) => {
  const compiled = files.filter((file) => /^dist\/.*\.(js|d\.ts)$/.test(file))
  const specifiers = compiled.flatMap((file) =>
    [
      ...withoutComments(readFileSync(join(directory, file), "utf8")).matchAll(
        /(?:\bfrom |\bimport\(|^import )"(@?[a-z][^"]*)"/gm
      )
    ].map(([, specifier]) => specifier)
  )
  const isBuiltin = (name) => name.startsWith("node:") || builtinModules.includes(name)
  return [...new Set(specifiers.map(packageOf))].filter((name) => !isBuiltin(name))
}

const targetsOf = (entry) => (typeof entry === "string" ? [entry] : Object.values(entry ?? {}).flatMap(targetsOf))

/** The problems of an unpacked package, as sentences. */
export const inspect = (directory) => {
  const manifest = JSON.parse(readFileSync(join(directory, "package.json"), "utf8"))
  const { bin, dependencies, engines, exports, license, name, peerDependencies, publishConfig, type } = manifest
  const files = filesIn(directory)
  const has = (file) => existsSync(join(directory, file))
  const declared = new Set([name, ...Object.keys({ ...dependencies, ...peerDependencies })])
  const ranges = Object.entries({ ...dependencies, ...peerDependencies })
  const isEmitted = (file) =>
    /^dist\/(page\.js|models\.d\.ts|(messages|operations|refusals|shared)(\.d\.ts|\.js)|operations\/(index\.d\.ts|\w+\.json))$/.test(
      file
    )
  const source = (file) => file.replace(/^dist\//, "src/").replace(/(\.d)?\.(js|ts)(\.map)?$/, ".ts")

  const problems = [
    ...["README.md", "LICENSE"].filter((file) => !has(file)).map((file) => `has no ${file}`),
    ...files.filter((file) => /\.test\.|\.tsbuildinfo$|^test\//.test(file)).map((file) => `packs ${file}`),
    ...files
      .filter((file) => file.startsWith("dist/") && !isEmitted(file) && !has(source(file)))
      .map((file) => `packs ${file}, which no source makes any more: build from a clean tree`),
    ...targetsOf([exports, bin])
      .filter((file) => !has(file))
      .map((file) => `names ${file}, which it does not pack`),
    ...Object.values(bin ?? {})
      .filter((file) => has(file) && !readFileSync(join(directory, file), "utf8").startsWith("#!/usr/bin/env node\n"))
      .map((file) => `has a command ${file} without its first line`),
    ...importsIn(directory, files)
      .filter((used) => !declared.has(used))
      .map((used) => `imports ${used} undeclared`),
    ...ranges
      .filter(([, range]) => /^(workspace|catalog|file|link):/.test(range))
      .map(([of]) => `leaves ${of} unresolved`)
  ]
  const fields = { license: license === "MIT", type: type === "module", "engines.node": engines?.node !== undefined }
  const access = { "publishConfig.access": publishConfig?.access === "public" }
  for (const [field, holds] of Object.entries({ ...fields, ...access }))
    if (!holds) problems.push(`has a wrong ${field}`)
  return problems.map((problem) => `${name} ${problem}.`)
}

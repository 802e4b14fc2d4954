// The beginning of a package's README: the line that installs it, and the first snippet after it.
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { transform } from "esbuild"
import { must } from "./run.mjs"

/** The line, the packages that it names, and the snippet with its language. */
export const beginningOf = (directory, { name }) => {
  const text = readFileSync(join(directory, "README.md"), "utf8")
  const [, line, rest] = /^# \S+\n\n```sh\n(npm install [^\n]*)\n```\n(.*)$/s.exec(text) ?? []
  if (line === undefined) throw new Error(`The README of ${name} does not begin with its npm install line.`)
  const [, language, code] = /^```(\w+)\n(.*?)^```$/ms.exec(rest)
  return {
    name,
    line,
    packages: line
      .split(" ")
      .slice(2)
      .filter((word) => !word.startsWith("-")),
    language,
    code
  }
}

/** Runs a snippet where its packages are installed, and compares its output with its comments. */
export const runSnippet = async ({ code, language, name }, folder) => {
  const title = `Running the first snippet of ${name}`
  if (language === "sh") return must(title, "sh", ["-ec", code], folder)
  const isTest = code.includes('from "@effect/vitest"')
  const file = `${name.split("/")[1]}${isTest ? ".test" : ""}.mjs`
  writeFileSync(join(folder, file), (await transform(code, { loader: "ts", target: "node20.20" })).code)
  if (isTest) return must(title, "npx", ["--no-install", "vitest", "run", file], folder)
  const output = await must(title, process.execPath, [file], folder)
  const printed = output.replaceAll(/^timestamp=.*\n/gm, "") // what a server logs
  const promised = [...code.matchAll(/console\.log\(.*\) \/\/ (.*)$/gm)].map(([, line]) => `${line}\n`).join("")
  if (promised === "" || printed !== promised) throw new Error(`${title}: it says\n${promised}and printed\n${printed}`)
}

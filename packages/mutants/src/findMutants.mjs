import { existsSync, readdirSync, readFileSync } from "node:fs"
import { SourceMap } from "node:module"
import { mutationPoints } from "./mutationPoints.mjs"

// Files that re-export, and migrations, whose texts are compared with checksums once they are released.
const skipped = /(^|\/)index\.js$|^migrations\//

const lineOf = (code, position) => {
  const lines = code.slice(0, position).split("\n")
  return [lines.length - 1, lines.at(-1).length]
}

/** Tells apart equal changes of one line: `= → <>`, then `= → <> (2)`. */
const numbered = (mutants) => {
  const counts = new Map()
  return mutants.map((mutant) => {
    const key = `${mutant.line} ${mutant.change}`
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count === 1 ? mutant : { ...mutant, change: `${mutant.change} (${count})` }
  })
}

const oneLine = (text) => text.trim().replaceAll(/\s+/g, " ")

/**
 * The mutants of a package, found in its compiled modules: `file` and `line` are those of the source, `text` is that line,
 * and `change` says what becomes what. Of other sources than those that `isWanted`, nothing is read.
 */
export const findMutants = (root, name, isWanted = () => true) => {
  const dist = `${root}packages/${name}/dist/`
  const fileOf = (module) => `packages/${name}/src/${module.replace(/\.js$/, ".ts")}`
  const sourceOf = (module) => root + fileOf(module)
  const modules = readdirSync(dist, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".js") && !skipped.test(path))
    // The compiler leaves what it has made of a source that is gone.
    .filter((module) => isWanted(fileOf(module)) && existsSync(sourceOf(module)))
    .sort()
  return modules.flatMap((module) => {
    const code = readFileSync(dist + module, "utf8")
    const file = fileOf(module)
    const source = readFileSync(sourceOf(module), "utf8").split("\n")
    const map = new SourceMap(JSON.parse(readFileSync(`${dist}${module}.map`, "utf8")))
    const mutants = mutationPoints(code).flatMap((point) => {
      const line = map.findEntry(...lineOf(code, point.start)).originalLine
      // What the compiler itself adds has no line.
      if (line === undefined) return []
      const change = `${oneLine(code.slice(point.start, point.end))} → ${oneLine(point.to) || "(nothing)"}`
      return [{ ...point, package: name, module, file, line: line + 1, text: source[line].trim(), change }]
    })
    return numbered(mutants)
  })
}

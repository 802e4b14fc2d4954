import { readdirSync, readFileSync } from "node:fs"
import { basename } from "node:path"

const most = 6

const testsOf = (root, name) =>
  readdirSync(`${root}packages/${name}/test`, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".test.ts"))
    .map((path) => `packages/${name}/test/${path}`)

/** The names that tests may mention: the module's own, and what it exports, without short ones such as `layer`. */
const namesOf = (root, file) => {
  const exported = readFileSync(root + file, "utf8").matchAll(
    /^export (?:const|class|function\*?|abstract class) (\w+)/gm
  )
  return [basename(file, ".ts"), ...[...exported].map(([, name]) => name).filter((name) => name.length > 6)]
}

/**
 * The few test files of these packages that mention a source most often: they notice most mutants, in a fraction of the time
 * that the whole package takes.
 */
export const relatedTests = (root, file, packages) => {
  const names = [...new Set(namesOf(root, file))]
  const mentions = (path) => {
    const text = path + readFileSync(root + path, "utf8")
    return names.reduce((sum, name) => sum + text.split(name).length - 1, 0)
  }
  return packages
    .flatMap((name) => testsOf(root, name))
    .map((path) => ({ path, count: mentions(path) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || a.path.localeCompare(b.path))
    .slice(0, most)
    .map(({ path }) => path)
}

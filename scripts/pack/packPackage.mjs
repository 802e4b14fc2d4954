// Packs a package as it would be published.
import { mkdirSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { must } from "./run.mjs"

const root = fileURLToPath(new URL("../..", import.meta.url))
const manifestIn = (folder) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))

/** The folders of the packages that are published. */
export const publicPackages = () =>
  readdirSync(join(root, "packages")).filter((name) => manifestIn(join(root, "packages", name)).private !== true)

/** Packs a package into a folder, and returns the path of the file. */
export const packPackage = async (name, target) => {
  const path = join(root, "packages", name)
  const { packageManager } = manifestIn(root)
  mkdirSync(target, { recursive: true })
  await must(`Packing ${name}`, "npx", ["--yes", packageManager, "pack", "--pack-destination", target], path)
  return join(target, `tollgate-${name}-${manifestIn(path).version}.tgz`)
}

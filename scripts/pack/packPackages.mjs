// Packs the packages as they would be published.
import { mkdirSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { must } from "./run.mjs"

const root = fileURLToPath(new URL("../..", import.meta.url))
const manifestIn = (folder) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))

/** The folders of the packages that are published. */
const publicPackages = () =>
  readdirSync(join(root, "packages")).filter((name) => manifestIn(join(root, "packages", name)).private !== true)

/** Packs them into a folder, and returns the name of each package's folder with the path of its file. One pnpm packs all: to start it takes longer than to pack. */
export const packPackages = async (target) => {
  const names = publicPackages()
  const { packageManager } = manifestIn(root)
  const chosen = names.map((name) => `--filter=./packages/${name}`)
  mkdirSync(target, { recursive: true })
  const args = ["--recursive", ...chosen, "pack", "--pack-destination", target]
  await must(`Packing ${names.join(", ")}`, "npx", ["--yes", packageManager, ...args], root)
  return names.map((name) => {
    const { version } = manifestIn(join(root, "packages", name))
    return { name, tarball: join(target, `tollgate-${name}-${version}.tgz`) }
  })
}

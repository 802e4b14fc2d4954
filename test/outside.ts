import { basename } from "node:path"
import type { TestProject } from "vitest/node"
import { installOutside, outsideFolders } from "../scripts/outside.mjs"

/** Installs what the tests of a project run beside the workspace: see `scripts/outside.mjs`. */
export const setup = async ({ name, config }: TestProject) => {
  const folders = name === "all" ? outsideFolders() : outsideFolders([basename(config.root)])
  await Promise.all(folders.map(installOutside))
}

import { cpSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"

// Vite writes its cache there.
const own = [".vite", ".vite-temp"]

/** The links of the workspace's packages are relative, so that in the copy they point to the copy. */
const copyLinks = (from, to) => {
  mkdirSync(to)
  for (const name of readdirSync(from)) symlinkSync(readlinkSync(join(from, name)), join(to, name))
}

/** A copy of what is built, in a temporary folder. It shares the installed packages, and none of the workspace's. */
export const copyRepository = (root) => {
  const copy = `${mkdtempSync(join(tmpdir(), "tollgate-mutants-"))}/`
  cpSync(root, copy, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) =>
      ![".git", ".snippets"].some((name) => basename(path).startsWith(name)) && path !== `${root}node_modules`
  })
  const installed = `${root}node_modules`
  mkdirSync(`${copy}node_modules`)
  for (const name of readdirSync(installed)) {
    if (name === "@tollgate") copyLinks(join(installed, name), `${copy}node_modules/${name}`)
    else if (!own.includes(name)) symlinkSync(join(installed, name), `${copy}node_modules/${name}`)
  }
  return copy
}

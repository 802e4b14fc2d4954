import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"

const root = fileURLToPath(new URL("..", import.meta.url))
const read = (path: string) => readFileSync(join(root, path), "utf8")
const files = readdirSync(join(root, "deploy"), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ name, parentPath }) => join(parentPath, name))
const all = files.map((path) => readFileSync(path, "utf8")).join("\n")

it("The files to deploy set no variable that the command does not read", () => {
  const known = new Set(
    [...read("docs/cli.md").matchAll(/^\| `--[a-z-]+ <text>` +\| `(TOLLGATE_[A-Z_]+)`/gm)].map(([, name]) => name)
  )
  const named = [...new Set(all.match(/TOLLGATE_[A-Z_]+/g))].sort()
  expect(named.filter((name) => !known.has(name))).toEqual([])
  expect(named).toEqual([
    "TOLLGATE_DATABASE",
    "TOLLGATE_HOST",
    "TOLLGATE_LOG_FORMAT",
    "TOLLGATE_MASTER_KEY",
    "TOLLGATE_METRICS"
  ])
})

it("The files to deploy name files of the checkout that exist", () => {
  const copied = [...read("deploy/Dockerfile").matchAll(/packages\/cli\/[\w./-]+/g)].map(([path]) => path)
  expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([])
  expect(copied.length).toBe(3)
})

it("A backup has a folder of its own, without the master key", () => {
  expect(read("deploy/systemd/tollgate-backup.service")).toMatch(
    /^InaccessiblePaths=-\/var\/lib\/tollgate\/tollgate\.db\.key$/m
  )
  expect(read("deploy/compose.yaml")).toMatch(/^ {6}- data:\/data\n {6}- backups:\/backups$/m)
})

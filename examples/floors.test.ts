import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"

const root = fileURLToPath(new URL("..", import.meta.url))

interface Import {
  readonly from: string
  readonly to: string
}

/** The sources of a package, or, as in `core/spending`, of one of its folders. */
const sourceOf = (name: string) => {
  const [folder = "", ...rooms] = name.split("/")
  return join(root, "packages", folder, "src", ...rooms)
}

/** The relative imports among the sources of a package or of a folder, as paths within. */
const importsOf = (name: string): ReadonlyArray<Import> => {
  const src = sourceOf(name)
  const files = readdirSync(src, { recursive: true, encoding: "utf8" })
  return files
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .flatMap((from) => {
      const code = readFileSync(join(src, from), "utf8").replaceAll(/\/\*\*.*?\*\//gs, "")
      const named = [...code.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*"(\.[^"]+)"/g)].map(([, path = ""]) => path)
      return named.map((path) => ({ from, to: join(from, "..", path).replaceAll("\\", "/").replace(/\.js$/, ".ts") }))
    })
    .filter(({ to }) => !to.startsWith("../"))
}

/** The rows of the table of floors: the floors from the top, and the folders that stand on one folder alone. */
const table = readFileSync(join(root, "docs/architecture.md"), "utf8").matchAll(/^\| ([\w/]+) +\| (.* · .*?) +\|$/gm)
const packages = [...table].map(([, name = "", cell = ""]) => {
  const [row = "", ...rules] = cell.split("; ")
  const floors = row.split(" · ").map((floor) =>
    floor
      .replaceAll(/\(.*?\)/g, "")
      .replaceAll("`", "")
      .trim()
  )
  const alone = rules.flatMap((rule) => {
    const [, folder = "", base = ""] = /^`(\w+)` stands on `(\w+)` alone$/.exec(rule) ?? []
    return [{ folder, base }]
  })
  return { name, floors, alone }
})

/** The part of `src` that the table names: a file of its own, a folder, or what stands for all others of the kind. */
const partOf = ({ floors, alone }: (typeof packages)[number], path: string) => {
  const [first = ""] = path.split("/")
  const named = [...floors, ...alone.map(({ folder }) => folder)]
  if (named.includes(first)) return first
  if (first !== path) return "resources"
  return named.includes(first.replace(/\.ts$/, "")) ? first.replace(/\.ts$/, "") : "entries"
}

describe("An import inside a package never points up a floor", () => {
  it("finds the floors in the architecture document", () => {
    expect(packages.map(({ name }) => name)).toEqual([
      "core",
      "core/spending",
      "http",
      "client",
      "cli",
      "adapters",
      "sql",
      "sql/spending",
      "sqlite"
    ])
  })

  it.each(packages)("$name", (described) => {
    const { name, floors, alone } = described
    const heightOf = (part: string) => floors.length - floors.indexOf(part)
    const src = (path: string) => relative(join(root, "packages"), join(sourceOf(name), path)).replaceAll("\\", "/")
    const imports = importsOf(name)
    const wrong = imports.flatMap(({ from, to }) => {
      const [upper, lower] = [partOf(described, from), partOf(described, to)]
      const rule = alone.find(({ folder }) => folder === upper)
      if (upper === lower || upper === "entries") return []
      if (rule !== undefined) {
        return lower === rule.base
          ? []
          : [`${src(from)} imports ${src(to)}, but ${upper} stands on ${rule.base} alone.`]
      }
      if (alone.some(({ folder }) => folder === lower))
        return [`${src(from)} imports ${src(to)}, which is for entries.`]
      if (heightOf(lower) < heightOf(upper)) return []
      return [`${src(from)} imports ${src(to)}, but ${lower} is not below ${upper}.`]
    })
    expect(wrong).toEqual([])
    expect(imports.length).toBeGreaterThan(5)
  })

  it("every folder of a package is on the floor that the document names", () => {
    const resources = [
      "boosts",
      "byok",
      "guardrails",
      "images",
      "keys",
      "oauth",
      "organizations",
      "presets",
      "requests",
      "webhooks",
      "workspaces"
    ]
    const unnamed = packages.flatMap((described) =>
      readdirSync(sourceOf(described.name), { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && partOf(described, `${entry.name}/x.ts`) === "resources")
        .map((entry) => `${described.name}/src/${entry.name}`)
    )
    const folders = {
      core: [
        ...resources,
        "activity",
        "alerts",
        "audit",
        "budgets",
        "gatewayKeys",
        "idempotency",
        "prices",
        "runs",
        "spending"
      ].sort(),
      sql: [...resources, "alerts", "audit", "gatewayKeys", "idempotency", "prices", "spending"].sort()
    }
    expect(unnamed.sort()).toEqual(
      Object.entries(folders).flatMap(([name, some]) => some.map((resource) => `${name}/src/${resource}`))
    )
  })
})

it("every file of spending stands in a room", () => {
  expect(readdirSync(sourceOf("core/spending")).filter((name) => name.endsWith(".ts"))).toEqual([])
})

describe("No file imports itself through others", () => {
  it.each(readdirSync(join(root, "packages")).filter((name) => existsSync(join(root, "packages", name, "src"))))(
    "in %s",
    (name) => {
      const imports = importsOf(name)
      const done = new Set<string>()
      const circles: Array<string> = []
      const follow = (file: string, path: ReadonlyArray<string>) => {
        if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(" imports "))
        if (done.has(file)) return
        done.add(file)
        for (const { from, to } of imports) if (from === file) follow(to, [...path, file])
      }
      for (const { from } of imports) follow(from, [])
      expect(circles).toEqual([])
    }
  )
})

import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"

const dist = fileURLToPath(new URL("../dist/", import.meta.url))

it("a program's type fits a screen in an editor: what it takes and answers stands there by name", () => {
  const programs = readdirSync(dist, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".d.ts"))
    .flatMap((path) => [
      ...readFileSync(dist + path, "utf8").matchAll(/^export declare const (\w+): (.*=> .*Effect<[\s\S]*?);\n/gm)
    ])
    // An editor shows a type without the path of its file.
    .map(([, name = "", type = ""]) => ({ name, type: type.replace(/import\("[^"]+"\)\./g, "") }))
  expect(programs.map(({ name }) => name)).toEqual(expect.arrayContaining(["createKey", "updateKey", "identifyKey"]))
  // A union of texts, as the providers are, has no name that an editor would show.
  expect(programs.filter(({ name, type }) => type.length > 400 && name !== "credentialsForProvider")).toEqual([])
})

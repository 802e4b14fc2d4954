import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"

const root = fileURLToPath(new URL("../../..", import.meta.url))

it("@tollgate/client exports every type of its methods, so that a package can wrap and export them", () => {
  const tsc = ["node_modules/typescript/bin/tsc", "-p", "packages/node/test/wrapping"]
  const { stdout } = spawnSync(process.execPath, tsc, { cwd: root, encoding: "utf8" })
  expect(stdout, "export these types from packages/client/src/index.ts").toBe("")
})

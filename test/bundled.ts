import { mkdtempSync, rmSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { afterAll } from "vitest"
import { bundlePrograms, preparedProgram } from "../scripts/testPrograms.mjs"

/**
 * Programs of one folder that tests start as processes of their own, each with what it imports in few files. `npm test` has bundled
 * those of all tests. Where something in them has changed since, these are bundled beside the programs, so that native modules are found,
 * until the tests of the file that calls this have run.
 */
export const bundledTogether = async (
  first: string,
  ...others: ReadonlyArray<string>
): Promise<ReadonlyArray<string>> => {
  const programs = [first, ...others]
  const prepared = programs.map(preparedProgram).filter((path) => path !== undefined)
  if (prepared.length === programs.length) return prepared
  const folder = mkdtempSync(join(dirname(first), ".bundled-"))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  await bundlePrograms(programs, folder)
  return programs.map((program) => join(folder, basename(program).replace(/\.m?js$/, ".mjs")))
}

/** The same for one program. */
export const bundled = async (program: string): Promise<string> => (await bundledTogether(program))[0] ?? program

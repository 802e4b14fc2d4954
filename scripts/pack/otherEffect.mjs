// What a host is told that brings the next major of Effect.
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { emptyProject } from "./project.mjs"
import { run } from "./run.mjs"

const peer = 'peer effect@"^3.22'

/** Sentences that say what it is not told; none where it is told all. */
export const otherEffect = async (directory, registry) => {
  const folder = (name) => join(directory, "other-effect", name)
  // As a host runs it, who has not told npm to be silent: a script of npm's hands that down.
  const install = (name, ...args) =>
    run("npm", ["install", "--loglevel=notice", ...args], emptyProject(folder(name), registry))

  console.log("Installing @tollgate/core beside another major of Effect")
  const problems = []
  const refused = await install("refused", "effect@4", "@tollgate/core")
  if (refused.ok || !refused.output.includes(peer)) problems.push(`npm takes another Effect:\n${refused.output}`)

  // Of `latest` npm only warns.
  const warned = await install("warned", "effect", "@tollgate/core")
  if (!warned.output.includes(peer)) problems.push(`npm does not warn of another Effect:\n${warned.output}`)
  writeFileSync(join(folder("warned"), "main.mjs"), 'import "@tollgate/core"')
  const started = await run(process.execPath, ["main.mjs"], folder("warned"))
  if (
    started.ok ||
    !/Cannot find module '.*ModuleVersion.js' imported from .*assertEffectVersion.js/.test(started.output)
  )
    problems.push(`Effect 4 is not what the error is about:\n${started.output}`)
  return problems
}

// Checks the messages for a host with another major of Effect.
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { emptyProject } from "./project.mjs"
import { run } from "./run.mjs"

const peer = 'peer effect@"^3.22'

/** The missing messages, as sentences. */
export const otherEffect = async (directory, registry) => {
  const folder = (name) => join(directory, "other-effect", name)
  // With npm's default log level, because npm scripts pass a `silent` setting on.
  const install = (name, ...args) =>
    run("npm", ["install", "--loglevel=notice", ...args], emptyProject(folder(name), registry))

  console.log("Installing @tollgate/core beside another major of Effect")
  const problems = []
  const refused = await install("refused", "effect@4", "@tollgate/core")
  if (refused.ok || !refused.output.includes(peer)) problems.push(`npm takes another Effect:\n${refused.output}`)

  // For `latest`, npm only warns.
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

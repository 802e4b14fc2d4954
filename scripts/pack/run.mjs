// Runs a command without blocking this process, which may serve the registry that the command uses.
import { execFile } from "node:child_process"

/** The output, and whether the exit code was 0. */
export const run = (command, args, cwd) =>
  new Promise((done) => {
    execFile(command, args, { cwd, encoding: "utf8", maxBuffer: 1e8 }, (error, stdout, stderr) => {
      const failure = error !== null && typeof error.code !== "number" ? error.message : ""
      done({ ok: error === null, output: `${stdout}${stderr}${failure}`, stdout })
    })
  })

/** The output. Throws if the exit code was not 0. */
export const must = async (title, command, args, cwd) => {
  console.log(title)
  const { ok, output, stdout } = await run(command, args, cwd)
  if (ok) return stdout
  throw new Error(`${title} failed:\n${output}`)
}

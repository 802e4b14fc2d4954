import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { command, demo, serveArguments } from "./command.js"
import { atMost } from "./harness/bound.js"
import { freePort } from "./harness/freePort.js"
import { median } from "./harness/median.js"
import type { Parts } from "./harness/report.js"
import { figure, type Section, section } from "./harness/Section.js"
import { answering } from "./harness/ServerProcess.js"
import { takeTurns } from "./harness/takeTurns.js"
import { temporaryFolder } from "./harness/temporaryFolder.js"

/** How long a start takes. */
export const start = (): Parts => ({ command: async () => [await ofCommand()], console: async () => [ofConsole()] })

/** Milliseconds that Node.js takes to run with these arguments and exit. */
const run = (...args: ReadonlyArray<string>) => {
  const began = performance.now()
  const { status } = spawnSync(process.execPath, args, { cwd: import.meta.dirname, stdio: "ignore" })
  if (status !== 0) throw new Error(`node ${args.join(" ")} ended with ${status}`)
  return Promise.resolve(performance.now() - began)
}

/** Milliseconds from spawning the server to its first answer, on a database that exists. */
const firstAnswer = async (database: string): Promise<number> => {
  const port = await freePort()
  const began = performance.now()
  const server = spawn(process.execPath, [command, ...serveArguments(database, port)], {
    stdio: ["ignore", "pipe", "ignore"]
  })
  const exited = once(server, "exit")
  // Requested only once it listens, so that the requests do not slow the start.
  await Promise.race([once(server.stdout, "data"), exited])
  await answering(port)
  const millis = performance.now() - began
  server.kill()
  await exited
  return millis
}

/** The first contentful paint of the console in Chromium, in ten visits with an empty cache. */
export const ofConsole = (): Section => {
  const program = fileURLToPath(new URL("../../../scripts/inChromium.mjs", import.meta.url))
  const { status, stdout } = spawnSync(process.execPath, [program, "paint"], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"]
  })
  if (status !== 0) throw new Error(`${program} ended with ${status}`)
  // Written by the program of this repository.
  const visits: ReadonlyArray<number> = JSON.parse(stdout)
  const millis = median(visits)
  return section(
    "The console",
    ["What", "Time, ms"],
    [
      { cells: ["Its first contentful paint", figure(millis)], judged: [millis, atMost(300, " ms")] },
      { cells: ["The slowest of ten", figure(Math.max(...visits))] }
    ]
  )
}

/** The start of the command, beside Node.js alone. */
export const ofCommand = (turns = { rounds: 9, warmUp: 1 }): Promise<Section> =>
  temporaryFolder(async (folder) => {
    const database = join(folder, "bench.db")
    demo(database)
    const contenders = new Map([
      ["Node.js alone", () => run("--eval", "")],
      ["`tollgate --version`", () => run(command, "--version")],
      ["`tollgate serve`, to its first answer", () => firstAnswer(database)]
    ])
    const bounds = new Map([
      ["`tollgate --version`", atMost(300, " ms")],
      ["`tollgate serve`, to its first answer", atMost(600, " ms")]
    ])
    const rows = [...(await takeTurns(contenders, turns))].map(([name, times]) => {
      const millis = median(times)
      const bound = bounds.get(name)
      const cells = [name, figure(millis)]
      return bound === undefined ? { cells } : { cells, judged: [millis, bound] as const }
    })
    return section("A start", ["What", "Time, ms"], rows)
  })

import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { answering } from "./harness/answering.js"
import { demo, serve } from "./server.js"

const PORT = 18_788
const ROUNDS = 7

const least = (times: ReadonlyArray<number>) => Math.min(...times)

/** Milliseconds from spawning the built server to its first answer, on a database that exists. */
const start = async (database: string): Promise<number> => {
  const began = performance.now()
  const server = serve(database, PORT)
  await answering(PORT)
  const millis = performance.now() - began
  const ended = new Promise((resolve) => server.once("exit", resolve))
  server.kill()
  await ended
  return millis
}

/** Milliseconds that Node takes to import all of Effect and end: the part of a start that is not ours. */
const importEffect = (): number => {
  const began = performance.now()
  spawnSync(process.execPath, ["--input-type=module", "-e", 'await import("effect")'], { cwd: import.meta.dirname })
  return performance.now() - began
}

export const report = async (): Promise<boolean> => {
  const folder = mkdtempSync(join(tmpdir(), "tollgate-bench-"))
  const database = join(folder, "bench.db")
  demo(database)
  const ours: Array<number> = []
  const effects: Array<number> = []
  for (let i = 0; i < ROUNDS; i++) {
    ours.push(await start(database))
    effects.push(importEffect())
  }
  rmSync(folder, { recursive: true, force: true })
  const ratio = least(ours) / least(effects)
  process.stdout.write(
    `start: ${least(ours).toFixed(0)} ms to the first answer, ${ratio.toFixed(2)} times a process that only imports effect ` +
      `(${least(effects).toFixed(0)} ms)\n`
  )
  return ratio < 3
}

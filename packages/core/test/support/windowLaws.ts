import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { expect } from "@effect/vitest"

const laws = fileURLToPath(new URL("windowLawsOfProcess.mjs", import.meta.url))
const run = promisify(execFile)

// Minutes west of UTC. Saint John's is no whole hour off and changes with the season; Kiritimati is a day ahead.
export const zones = [
  { zone: "UTC", january: 0, july: 0, seed: "11" },
  { zone: "America/St_Johns", january: 210, july: 150, seed: "22" },
  { zone: "Pacific/Kiritimati", january: -840, july: -840, seed: "33" }
]

/**
 * Runs a process in a time zone that checks every law of windows: over so many instants, among them the edges of every
 * `stride`th year, and along a clock that goes through the last `1 / stride` of 230 years.
 */
export const checkLaws = async (
  { january, july, seed, zone }: (typeof zones)[number],
  instants: number,
  stride = 1
) => {
  const args = [laws, seed, String(instants), String(stride)]
  const { stdout } = await run(process.execPath, args, { env: { ...process.env, TZ: zone } })
  const { believed, steps, stepsBack, ...report } = JSON.parse(stdout)
  expect(report).toEqual({ instants, january, july })
  expect(steps).toBeGreaterThan(5000 / stride)
  expect(stepsBack).toBeGreaterThan(1000 / stride)
  expect(believed).toBeGreaterThan(100 / stride)
}

import { availableParallelism, cpus, loadavg } from "node:os"

/** The machine of a run, and its load before the run. */
export const surroundings = (): string => {
  const model = cpus()[0]?.model.replaceAll(/\s+/g, " ") ?? "unknown processors"
  const load = loadavg()[0]?.toFixed(1) ?? "unknown"
  return `Node.js ${process.versions.node}, ${availableParallelism()} cores (${model}), load before the run ${load}.\n`
}

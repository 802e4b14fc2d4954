import { availableParallelism, cpus, loadavg } from "node:os"

/** What a run was measured on, and how busy that was before. */
export const surroundings = (): string => {
  const model = cpus()[0]?.model.replaceAll(/\s+/g, " ") ?? "unknown processors"
  const load = loadavg()[0]?.toFixed(1) ?? "unknown"
  return `Node.js ${process.versions.node}, ${availableParallelism()} cores (${model}), load before the run ${load}.\n`
}

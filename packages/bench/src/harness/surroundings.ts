import { statfsSync } from "node:fs"
import { availableParallelism, cpus, loadavg, tmpdir } from "node:os"

/** Kinds of file systems by their magic numbers (statfs(2)). */
const kinds: Readonly<Record<number, string>> = {
  61267: "ext4",
  1481003842: "xfs",
  2435016766: "btrfs",
  16914836: "tmpfs"
}

/** The machine of a run, the file system of its temporary files, and its load before the run. */
export const surroundings = (): string => {
  const model = cpus()[0]?.model.replaceAll(/\s+/g, " ") ?? "unknown processors"
  const load = loadavg()[0]?.toFixed(1) ?? "unknown"
  const disk = kinds[statfsSync(tmpdir()).type] ?? "another file system"
  return `Node.js ${process.versions.node}, ${availableParallelism()} cores (${model}), load before the run ${load}, files in ${tmpdir()} (${disk}).\n`
}

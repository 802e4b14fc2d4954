import { readdirSync, readlinkSync } from "node:fs"

const entries = (folder: string) => {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

const targetOf = (link: string) => {
  try {
    return readlinkSync(link)
  } catch {
    return ""
  }
}

/**
 * Whether a process that this one may look at has a file open, also where it was deleted meanwhile. Only Linux tells; elsewhere, and
 * of other users' processes, nothing is known.
 */
export const isOpenElsewhere = (file: string): boolean =>
  entries("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((id) => entries(`/proc/${id}/fd`).map((descriptor) => targetOf(`/proc/${id}/fd/${descriptor}`)))
    .some((target) => target === file || target === `${file} (deleted)`)

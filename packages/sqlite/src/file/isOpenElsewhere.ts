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
 * Whether another process has a file open, even if the file was deleted. Known only on Linux, for processes that this
 * one can inspect; false otherwise.
 */
export const isOpenElsewhere = (file: string): boolean =>
  entries("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((id) => entries(`/proc/${id}/fd`).map((descriptor) => targetOf(`/proc/${id}/fd/${descriptor}`)))
    .some((target) => target === file || target === `${file} (deleted)`)
